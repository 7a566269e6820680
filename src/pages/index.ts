import { lazy } from 'react';

/** Every page; the address is `#/id`. Each is loaded when it is opened. */
export const PAGES = [
  { id: 'explore', title: 'Explore', Page: lazy(() => import('./explore/Explore.tsx')) },
  { id: 'questions', title: 'Questions', Page: lazy(() => import('./questions/Questions.tsx')) },
  {
    id: 'question',
    title: 'Question',
    // Reached from a question, not from the navigation.
    partOf: 'questions',
    Page: lazy(() => import('./question/Question.tsx')),
  },
  { id: 'lab', title: 'Policy lab', Page: lazy(() => import('./lab/Lab.tsx')) },
  { id: 'compare', title: 'Compare', Page: lazy(() => import('./compare/Compare.tsx')) },
  { id: 'audit', title: 'Audit', Page: lazy(() => import('./audit/Audit.tsx')) },
  { id: 'report', title: 'Report', Page: lazy(() => import('./report/Report.tsx')) },
  { id: 'data', title: 'Data', Page: lazy(() => import('./data/Data.tsx')) },
  {
    id: 'present',
    title: 'Present',
    // The whole window is the slide: no bar, no strip. What the strip says stands on every slide.
    isBare: true,
    Page: lazy(() => import('./present/Present.tsx')),
  },
] as const;

/** What the navigation lists. */
export const LISTED_PAGES = PAGES.filter((page) => !('partOf' in page));

/** The listed page that a page belongs to. */
export const listedPage = (id: string): string => {
  const page = PAGES.find((one) => one.id === id);
  return page && 'partOf' in page ? page.partOf : id;
};
