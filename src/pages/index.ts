import { lazy } from 'react';

/** Every page; the address is `#/id`. Each is loaded when it is opened. */
export const PAGES = [
  { id: 'explore', title: 'Explore', Page: lazy(() => import('./explore/Explore.tsx')) },
  { id: 'report', title: 'Report', Page: lazy(() => import('./report/Report.tsx')) },
  { id: 'data', title: 'Data', Page: lazy(() => import('./data/Data.tsx')) },
] as const;
