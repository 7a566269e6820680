import { create } from 'zustand';

export type Theme = 'light' | 'dark';

const KEY = 'stopscope.theme';

/** Storage may be closed (private windows): the theme then lasts as long as the tab. */
function stored(): Theme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : null;
  } catch {
    return null;
  }
}

const preferred = (): Theme =>
  stored() ?? (globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

export const useTheme = create<{ readonly theme: Theme }>()(() => ({ theme: preferred() }));

/** Puts the theme on the document, now and whenever it changes. */
export function applyTheme(): void {
  const put = ({ theme }: { readonly theme: Theme }) => {
    document.documentElement.dataset.theme = theme;
  };
  put(useTheme.getState());
  useTheme.subscribe(put);
}

export function toggleTheme(): void {
  const theme = useTheme.getState().theme === 'dark' ? 'light' : 'dark';
  useTheme.setState({ theme });
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Nothing to say: the theme itself has changed, only the memory of it is missing.
  }
}
