import { OUTCOME_CLASSES, type OutcomeClass } from './classes.ts';

/** A named union of classes: what facets, links and tables call them. */
export interface OutcomeSet {
  /** Stable: it stands in addresses. */
  readonly id: string;
  /** In a sentence: "harmed", "missed opportunity". */
  readonly name: string;
  readonly classes: readonly OutcomeClass[];
  /** One sentence for a newcomer. */
  readonly description: string;
}

const set = (id: string, name: string, classes: readonly OutcomeClass[], description: string): OutcomeSet => ({
  id,
  name,
  classes,
  description,
});

/** Every set; a class is itself one of them where it has a name of its own. */
export const OUTCOME_SETS: readonly OutcomeSet[] = [
  set(
    'stopped',
    'early stop',
    ['saved-on-time', 'saved-late', 'rescued-on-time', 'rescued-late', 'harmed', 'already-wrong', 'stopped-unknown'],
    'The policy stopped before the native run would have.',
  ),
  set(
    'safe',
    'safe stop',
    ['saved-on-time', 'saved-late', 'rescued-on-time', 'rescued-late'],
    'Stopped early, and the answer there is right.',
  ),
  set('saved', 'saved', ['saved-on-time', 'saved-late'], 'A safe stop where native is right too: searches saved.'),
  set('saved-on-time', 'saved on time', ['saved-on-time'], 'Saved, at the first state with a right answer.'),
  set('saved-late', 'saved late', ['saved-late'], 'Saved, but searches were spent after a state with a right answer.'),
  set('rescued', 'rescued', ['rescued-on-time', 'rescued-late'], 'A safe stop where native is wrong.'),
  set('rescued-on-time', 'rescued on time', ['rescued-on-time'], 'Rescued, at the first state with a right answer.'),
  set('rescued-late', 'rescued late', ['rescued-late'], 'Rescued, but searches were spent after a right answer.'),
  set('late', 'late', ['saved-late', 'rescued-late'], 'A safe stop after the first state with a right answer.'),
  set('unsafe', 'unsafe stop', ['harmed', 'already-wrong'], 'Stopped early, and the answer there is wrong.'),
  set('harmed', 'harmed', ['harmed'], 'An unsafe stop where native is right.'),
  set('already-wrong', 'already wrong', ['already-wrong'], 'An unsafe stop where native is wrong as well.'),
  set(
    'missed',
    'missed opportunity',
    ['missed-cost-only', 'missed-harmful'],
    'Not stopped, although some eligible state has a right answer.',
  ),
  set('missed-cost-only', 'cost-only', ['missed-cost-only'], 'Missed, and native is right: only searches were lost.'),
  set('missed-harmful', 'harmful', ['missed-harmful'], 'Missed, and native is wrong: a right answer was lost.'),
  set('kept', 'kept, no opportunity', ['kept'], 'Not stopped; native is right and no eligible state is.'),
  set('unreachable', 'unreachable', ['unreachable'], 'Not stopped; neither native nor any eligible state is right.'),
  set(
    'unknown',
    'unknown',
    ['stopped-unknown', 'finished-unknown'],
    'No label, or stopped where no probe answer is known.',
  ),
  set('stopped-unknown', 'stopped, unknown', ['stopped-unknown'], 'Stopped early; right or wrong is not known.'),
  set('finished-unknown', 'not stopped, unknown', ['finished-unknown'], 'Not stopped; right or wrong is not known.'),
];

export const findOutcomeSet = (id: string): OutcomeSet | undefined => OUTCOME_SETS.find((one) => one.id === id);

/** One bit per class, in the order of OUTCOME_CLASSES. */
export const maskOf = (classes: readonly OutcomeClass[]): number =>
  classes.reduce((mask, id) => mask | (1 << OUTCOME_CLASSES.indexOf(id)), 0);

export interface FacetNode {
  readonly set: string;
  readonly children: readonly FacetNode[];
}

const leaf = (id: string): FacetNode => ({ set: id, children: [] });

/** The tree of the facet column, in its order: its leaves are the classes. */
export const OUTCOME_TREE: readonly FacetNode[] = [
  {
    set: 'safe',
    children: [
      { set: 'saved', children: [leaf('saved-on-time'), leaf('saved-late')] },
      { set: 'rescued', children: [leaf('rescued-on-time'), leaf('rescued-late')] },
    ],
  },
  { set: 'unsafe', children: [leaf('harmed'), leaf('already-wrong')] },
  { set: 'missed', children: [leaf('missed-cost-only'), leaf('missed-harmful')] },
  leaf('kept'),
  leaf('unreachable'),
  { set: 'unknown', children: [leaf('stopped-unknown'), leaf('finished-unknown')] },
];
