import { describe, expect, it } from 'vitest';
import { dragWindow } from './overview-window.ts';

const whole = { x: { low: 0, high: 10 }, y: { low: 0, high: 1 } };
const start = { x: { low: 4, high: 8 }, y: { low: 0.4, high: 0.8 } };

describe('dragWindow', () => {
  it('moves as a whole and stops at the edge', () => {
    expect(dragWindow(start, 'move', 1, -0.1, whole)).toEqual({
      x: { low: 5, high: 9 },
      y: { low: expect.closeTo(0.3), high: expect.closeTo(0.7) },
    });
    expect(dragWindow(start, 'move', 100, 100, whole)).toEqual({
      x: { low: 6, high: 10 },
      y: { low: expect.closeTo(0.6), high: 1 },
    });
  });

  it('resizes at the edge that is held, and never turns inside out', () => {
    expect(dragWindow(start, 'w', -2, 5, whole)).toEqual({ x: { low: 2, high: 8 }, y: start.y });
    expect(dragWindow(start, 'ne', 1, 0.1, whole)).toEqual({
      x: { low: 4, high: 9 },
      y: { low: 0.4, high: expect.closeTo(0.9) },
    });
    expect(dragWindow(start, 'sw', 100, 100, whole)).toEqual({ x: { low: 7.9, high: 8 }, y: { low: 0.79, high: 0.8 } });
    expect(dragWindow(start, 'e', -100, 0, whole).x).toEqual({ low: 4, high: 4.1 });
    expect(dragWindow(start, 'e', 100, 0, whole).x).toEqual({ low: 4, high: 10 });
  });
});
