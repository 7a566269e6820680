import type { Metric } from './metric.ts';
import { safe, stopped, unsafe } from './quantities.ts';

const count = { denominator: null, format: 'count', whenEmpty: 'no stops' } as const;

export const earlyStops: Metric = {
  ...count,
  id: 'stops',
  name: 'Early stops',
  shortName: 'Stops',
  numerator: stopped,
  better: 'neither',
  needsLabels: false,
  description: 'Questions stopped at an eligible state.',
};

export const safeStops: Metric = {
  ...count,
  id: 'safe',
  name: 'Safe early stops',
  shortName: 'Safe stops',
  numerator: safe,
  better: 'higher',
  needsLabels: true,
  description: 'Early stops whose probe answer is right.',
};

export const unsafeStops: Metric = {
  ...count,
  id: 'unsafe',
  name: 'Unsafe early stops',
  shortName: 'Unsafe stops',
  numerator: unsafe,
  better: 'lower',
  needsLabels: true,
  description: 'Early stops whose probe answer is wrong.',
};
