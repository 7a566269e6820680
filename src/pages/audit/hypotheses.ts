import type { Hypothesis } from '../../core/protocol/types.ts';

/** The two criteria of the gate, in words. */
export const standardHypotheses = (margin: string): readonly Hypothesis[] => [
  {
    id: 'em-non-inferior',
    text: `The lower end of the paired 95 % interval of EM against native lies above −${margin}.`,
  },
  {
    id: 'fewer-searches',
    text: 'The upper end of the paired 95 % interval of searches against native lies below 0.',
  },
];
