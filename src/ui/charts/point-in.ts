import type { Point } from './track.ts';

/** A pointer in the element's own pixels: on a slide they are larger or smaller than those of the screen. */
export function pointIn(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const box = element.getBoundingClientRect();
  const scale = element.offsetWidth > 0 && box.width > 0 ? box.width / element.offsetWidth : 1;
  return { x: (clientX - box.left) / scale, y: (clientY - box.top) / scale };
}
