import { createContext } from 'react';

/** A line a file of the dataset, with its hash: goes into every export of a chart, unseen on screen. */
export const Provenance = createContext<readonly string[]>([]);
