import { describe, expect, it } from 'vitest';
import { parseAddress } from './address.ts';
import { LONGEST_LINK, linkTo } from './share.ts';
import { DEFAULT_VIEW, type View } from './view.ts';

const BASE = 'http://127.0.0.1:4000/stopscope/?data=dir:TOKEN#/explore';
const own: View = { ...DEFAULT_VIEW, wanted: { name: 'my run', hash: '0123456789abcdef' }, threshold: 2.5 };
const back = (link: string) => parseAddress(new URL(link).hash);

describe('a share link', () => {
  it('names own files and comes back as the same view', () => {
    const { link, left } = linkTo('explore', own, BASE);
    expect(left).toBeNull();
    expect(new URL(link).search).toBe('');
    expect(back(link)).toEqual({ page: 'explore', view: own });
  });

  it('does not name a served directory, which has no address elsewhere', () => {
    const { link } = linkTo('explore', { ...own, data: 'dir:TOKEN' }, BASE);
    expect(link).not.toContain('TOKEN');
    expect(back(link).view.wanted).toEqual(own.wanted);
  });

  it('stays below its longest, and says what it goes without', () => {
    const rule = 'score >= 1 and '.repeat(200);
    const filters = Array.from({ length: 60 }, (_, i) => ({
      kind: 'in' as const,
      column: `meta:${i}`,
      values: ['x'.repeat(60)],
    }));
    const long: View = {
      ...own,
      lab: { ...own.lab, rule },
      questions: { ...own.questions, filters },
      hidden: Array.from({ length: 40 }, (_, i) => `judge-${'y'.repeat(60)}-${i}`),
    };
    const { link, left } = linkTo('questions', long, BASE);
    expect(link.length).toBeLessThan(LONGEST_LINK);
    expect(left).toBe('the rule of the policy lab, the filters of Questions, which judges are hidden');
    expect(back(link).view).toMatchObject({ threshold: 2.5, wanted: own.wanted });
    const some = linkTo('questions', { ...own, lab: { ...own.lab, rule } }, BASE);
    expect(some.left).toBe('the rule of the policy lab');
  });
});
