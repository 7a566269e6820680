import { type PointerEvent, type RefObject, useMemo, useRef } from 'react';
import { pointIn } from './point-in.ts';
import type { Point } from './track.ts';
import { useLatest } from './use-latest.ts';

export interface DragHandlers {
  readonly onPointerDown: (event: PointerEvent<Element>) => void;
  readonly onPointerMove: (event: PointerEvent<Element>) => void;
  readonly onPointerUp: (event: PointerEvent<Element>) => void;
  readonly onPointerCancel: (event: PointerEvent<Element>) => void;
}

export interface DragCallbacks {
  /** The place the handle counts as being at when the drag starts; null refuses the drag. */
  readonly start: (pointer: Point, event: PointerEvent<Element>) => Point | null;
  /** From where to where the handle is pulled, in pixels of the root. */
  readonly move: (from: Point, to: Point) => void;
  readonly end: () => void;
}

/**
 * A drag with pointer capture, in pixels of `root`. The handle keeps its distance to the pointer, so that pressing it
 * does not move it. The chart below sees no moves at all.
 */
export const useDrag = (root: RefObject<HTMLElement | null>, callbacks: DragCallbacks): DragHandlers => {
  const latest = useLatest(callbacks);
  const drag = useRef<{ id: number; offset: Point; last: Point } | null>(null);
  return useMemo(() => {
    const pointerOf = (event: PointerEvent<Element>): Point =>
      root.current ? pointIn(root.current, event) : { x: event.clientX, y: event.clientY };
    const finish = (event: PointerEvent<Element>) => {
      if (drag.current?.id !== event.pointerId) return;
      drag.current = null;
      latest.current.end();
    };
    return {
      onPointerDown: (event) => {
        if (event.button !== 0 || drag.current) return;
        const pointer = pointerOf(event);
        const place = latest.current.start(pointer, event);
        if (!place) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = {
          id: event.pointerId,
          offset: { x: place.x - pointer.x, y: place.y - pointer.y },
          last: place,
        };
      },
      onPointerMove: (event) => {
        const current = drag.current;
        if (current?.id !== event.pointerId) return;
        const pointer = pointerOf(event);
        const to = { x: pointer.x + current.offset.x, y: pointer.y + current.offset.y };
        const from = current.last;
        current.last = to;
        latest.current.move(from, to);
      },
      onPointerUp: finish,
      onPointerCancel: finish,
    };
  }, [root, latest]);
};
