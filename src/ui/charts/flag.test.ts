import { describe, expect, it } from 'vitest';
import { placeFlag } from './flag.ts';

const bounds = { x: 50, y: 10, width: 400, height: 300 };
const size = { width: 120, height: 24 };

describe('placeFlag', () => {
  it('stands on the wished side, inside the plot', () => {
    expect(placeFlag({ x: 200, y: 150 }, size, 'below', bounds, [])).toEqual({
      side: 'below',
      box: { x: 140, y: 195, ...size },
    });
    expect(placeFlag({ x: 60, y: 150 }, size, 'above', bounds, []).box).toMatchObject({ x: 50, y: 81 });
    expect(placeFlag({ x: 440, y: 150 }, size, 'below', bounds, []).box.x).toBe(330);
  });

  it('changes side at the edge and before a mark', () => {
    expect(placeFlag({ x: 200, y: 290 }, size, 'below', bounds, []).side).toBe('above');
    expect(placeFlag({ x: 200, y: 150 }, size, 'below', bounds, [{ x: 190, y: 200, width: 14, height: 14 }]).side).toBe(
      'above',
    );
    const both = [
      { x: 60, y: 195, width: 300, height: 60 },
      { x: 60, y: 40, width: 300, height: 70 },
    ];
    expect(placeFlag({ x: 200, y: 150 }, size, 'below', bounds, both).side).toBe('below');
  });
});
