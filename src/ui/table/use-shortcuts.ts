import { useEffect, useRef } from 'react';

/** Keys without modifiers, by `KeyboardEvent.key` in lower case. Return false to let the key do what it does otherwise. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

/** True where typed keys belong to a field, or to something that lies over the page. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]'))
    return true;
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null;
}

/** Keys of a page, while it is shown. They never take a key from a field or a dialog. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const now = useRef(shortcuts);
  now.current = shortcuts;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      const key = event.key.toLowerCase();
      const run = Object.hasOwn(now.current, key) ? now.current[key] : undefined;
      if (run && run(event) !== false) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
