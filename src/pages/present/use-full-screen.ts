import { useEffect, useState } from 'react';

/** Whether the page fills the screen; left behind with the slides. */
export function useFullScreen(): boolean {
  const [isFull, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const onChange = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => {});
    };
  }, []);
  return isFull;
}

/** The whole document, so that dialogs and notices are seen too. A browser may refuse: then nothing changes. */
export function toggleFullScreen(): void {
  const done =
    document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen();
  done.catch(() => {});
}
