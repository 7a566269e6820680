import { describe, expect, it } from 'vitest';
import { parseAddress } from './address.ts';
import { FRESH_SECOND } from './second-view.ts';
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

  const second = {
    ...FRESH_SECOND,
    name: 'other seed',
    hash: 'fedcba9876543210',
    judge: 'judge b',
    threshold: Number.POSITIVE_INFINITY,
    range: { from: 0, to: 99 },
    split: 'test',
  };

  it('names both runs of a comparison, and how each is looked at', () => {
    const { link, left } = linkTo('compare', { ...own, second }, BASE);
    expect(left).toBeNull();
    expect(back(link)).toEqual({ page: 'compare', view: { ...own, second } });
    // A page that looks at one run does not tell of the other.
    expect(linkTo('explore', { ...own, second }, BASE).link).toBe(linkTo('explore', own, BASE).link);
  });

  it('shortens names of any script before it gets too long; both hashes stay whole', () => {
    const name = '\ub370\uc774\ud130'.repeat(26);
    const both = {
      ...own,
      wanted: { name, hash: '0123456789abcdef' },
      second: { ...second, name, split: '\ud55c'.repeat(90) },
    };
    const { link, left } = linkTo('compare', both, BASE);
    expect(link.length).toBeLessThan(LONGEST_LINK);
    expect(left).toBe('the ends of long names');
    expect(back(link).view.wanted?.hash).toBe('0123456789abcdef');
    expect(back(link).view.second).toMatchObject({ hash: 'fedcba9876543210', threshold: Number.POSITIVE_INFINITY });
    expect(name.startsWith(back(link).view.second!.name!)).toBe(true);
  });
});
