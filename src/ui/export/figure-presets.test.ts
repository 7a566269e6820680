import { describe, expect, it } from 'vitest';
import { FIGURE_PRESETS, layoutOf, optionsOf } from './figure-presets.ts';

const screen = { width: 700, height: 400 };
const layout = (id: string, points?: number) => {
  const options = optionsOf(FIGURE_PRESETS.find((preset) => preset.id === id)!);
  return layoutOf({ ...options, points: points ?? options.points }, screen);
};

describe('layout of a figure', () => {
  it('has the width of the column, and labels of the size asked for', () => {
    const single = layout('single');
    expect((single.width * single.scale * 25.4) / 96).toBeCloseTo(84, 10);
    // 12 px of the drawing, in points on paper.
    expect(single.scale * 12 * 0.75).toBeCloseTo(8, 1);
    const large = layout('single', 10);
    expect(large.scale * 12 * 0.75).toBeCloseTo(10, 1);
    expect((large.width * large.scale * 25.4) / 96).toBeCloseTo(84, 10);
  });

  it('is the screen itself where nothing else is asked for', () => {
    expect(layout('screen')).toEqual({ width: 700, height: 400, scale: 1, unit: 'px' });
  });
});
