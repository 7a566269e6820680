import { createContext } from 'react';

/** Curves carry their judge's mark along the line: for pictures in greys. */
export const MarkedCurves = createContext(false);

/**
 * Zoom windows of a panel's chart by name, so that the picture to export and the chart after its table twin show the same
 * stretch. null: nobody remembers.
 */
export const ZoomMemory = createContext<Map<string, unknown> | null>(null);
