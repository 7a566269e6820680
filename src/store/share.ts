import { formatAddress } from './address.ts';
import { useApp } from './app-store.ts';
import { DEFAULT_LAB } from './lab-view.ts';
import { DEFAULT_QUESTIONS } from './questions-view.ts';
import type { View } from './view.ts';

/** What chats and mail programs still take as one link. */
export const LONGEST_LINK = 2000;

export interface SharedLink {
  readonly link: string;
  /** What of the view had to stay behind, in words; null: nothing. */
  readonly left: string | null;
}

/** What a long view does without, first things first. */
const CUTS: readonly { readonly words: string; readonly cut: (view: View) => View }[] = [
  {
    words: 'the rule of the policy lab',
    cut: (view) => ({ ...view, lab: { ...DEFAULT_LAB, section: view.lab.section } }),
  },
  { words: 'the filters of Questions', cut: (view) => ({ ...view, questions: DEFAULT_QUESTIONS }) },
  { words: 'which judges are hidden', cut: (view) => ({ ...view, hidden: [] }) },
  {
    words: 'the ends of long names',
    cut: (view) => ({ ...view, wanted: shorten(view.wanted), second: shorten(view.second) }),
  },
];

/** The hash tells; a name in a script of its own takes nine characters a letter in an address. */
const SHORT_NAME = 16;

const shorten = <T extends { readonly name: string | null }>(data: T | null): T | null =>
  data && { ...data, name: data.name === null ? null : [...data.name].slice(0, SHORT_NAME).join('') };

/**
 * A link that opens this view on another machine: it holds the view, and names the data, both runs of a comparison, by name and hash. A served
 * directory has no address elsewhere: its receiver is asked for the files, as for dropped ones.
 */
export function linkTo(page: string, view: View, base: string): SharedLink {
  const at = new URL(base);
  // `?data=` before the hash is how this machine came here.
  at.search = '';
  let shared: View = view.data?.startsWith('dir:') ? { ...view, data: null } : view;
  // The other pages look at one run.
  if (page !== 'compare') shared = { ...shared, second: null };
  const write = () => new URL(formatAddress({ page, view: shared }), at).href;
  const left: string[] = [];
  for (const { words, cut } of CUTS) {
    if (write().length < LONGEST_LINK) break;
    const before = write();
    shared = cut(shared);
    if (write() !== before) left.push(words);
  }
  return { link: write(), left: left.length === 0 ? null : left.join(', ') };
}

/** Of the view as it is now. */
export function shareLink(): SharedLink {
  const { page, view } = useApp.getState();
  return linkTo(page, view, location.href);
}
