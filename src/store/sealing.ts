import { create } from 'zustand';

/** Whether the next files that are opened have all their labels sealed, until their splits have roles. */
export const useSealing = create<{ readonly isNext: boolean }>()(() => ({ isNext: false }));

export const setSealingNext = (isNext: boolean): void => useSealing.setState({ isNext });
