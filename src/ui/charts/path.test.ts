import { describe, expect, it } from 'vitest';
import { GAP, type Polyline } from './decimate.ts';
import { toArea, toPath } from './path.ts';

const line = (...vertices: readonly (readonly [number, number] | null)[]): Polyline => ({
  length: vertices.length,
  px: Float64Array.from(vertices, (v) => v?.[0] ?? 0),
  py: Float64Array.from(vertices, (v) => v?.[1] ?? 0),
  rows: Int32Array.from(vertices, (v, i) => (v ? i : GAP)),
});

describe('toPath', () => {
  it('breaks at gaps and keeps a lonely vertex visible', () => {
    expect(toPath(line([0, 1], [2.04, 3.06], null, [5, 5], null))).toBe('M0,1L2,3.1M4.3,5h1.5');
    expect(toPath(line())).toBe('');
  });
});

describe('toArea', () => {
  it('closes each piece by itself', () => {
    const upper = line([0, 0], [4, 1], null, [6, 0], [8, 0]);
    const lower = line([0, 9], [4, 8], null, [6, 7], [8, 7]);
    expect(toArea(upper, lower)).toBe('M0,0L4,1L4,8L0,9ZM6,0L8,0L8,7L6,7Z');
  });
});
