import { describe, expect, it } from 'vitest';
import { freeCorner, type LabelSpot, overlaps, placeLabels } from './labels.ts';

const bounds = { x: 0, y: 0, width: 300, height: 200 };
const none = { x: [], y: [] };
const spot = (x: number, y: number): LabelSpot => ({ x, y, width: 60, height: 16, align: 'start', leader: null });

describe('placeLabels', () => {
  it('never covers a mark or another label, and never leaves the plot', () => {
    const mark = { x: 90, y: 90, width: 20, height: 20 };
    const placed = placeLabels(
      [
        { id: 'a', spots: [spot(80, 92), spot(280, 50), spot(20, 20)] },
        { id: 'b', spots: [spot(30, 25), spot(150, 20)] },
      ],
      [mark],
      none,
      bounds,
    );
    expect(placed.get('a')).toMatchObject({ x: 20, y: 20 });
    expect(placed.get('b')).toMatchObject({ x: 150, y: 20 });
    for (const label of placed.values()) expect(overlaps(label, mark)).toBe(false);
  });

  it('drops a label that has no free spot', () => {
    const placed = placeLabels(
      [{ id: 'a', spots: [spot(10, 10)] }],
      [{ x: 0, y: 0, width: 50, height: 50 }],
      none,
      bounds,
    );
    expect(placed.has('a')).toBe(false);
  });

  it('keeps lines to marks off other labels', () => {
    const away: LabelSpot = { ...spot(100, 100), leader: { x: 50, y: 40 } };
    const across = placeLabels(
      [
        { id: 'a', spots: [away] },
        { id: 'b', spots: [spot(45, 55), spot(200, 20)] },
      ],
      [],
      none,
      bounds,
    );
    expect(across.get('b')).toMatchObject({ x: 200 });
    const over = placeLabels(
      [
        { id: 'b', spots: [spot(45, 55)] },
        { id: 'a', spots: [away, spot(10, 150)] },
      ],
      [],
      none,
      bounds,
    );
    expect(over.get('a')).toMatchObject({ x: 10 });
  });

  it('prefers to stand clear of the curves', () => {
    const curve = { x: [20, 30, 40, 50], y: [20, 20, 20, 20] };
    const placed = placeLabels([{ id: 'a', spots: [spot(10, 10), spot(10, 100)] }], [], curve, bounds);
    expect(placed.get('a')).toMatchObject({ y: 100 });
  });
});

describe('freeCorner', () => {
  it('takes the emptiest corner, or none', () => {
    const size = { width: 100, height: 60 };
    expect(freeCorner(size, bounds, [], none)).toEqual({ x: 200, y: 140, ...size });
    expect(freeCorner(size, bounds, [{ x: 250, y: 150, width: 5, height: 5 }], none)).toMatchObject({ x: 0, y: 140 });
    expect(freeCorner(size, bounds, [{ x: 0, y: 0, width: 300, height: 200 }], none)).toBeNull();
  });
});
