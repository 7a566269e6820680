import { describe, expect, it } from 'vitest';
import { layoutTrack } from './interval-track.ts';

describe('layoutTrack', () => {
  it('puts the published interval where the margin and zero leave a fifth at each end', () => {
    const track = layoutTrack(-0.00625, [-0.0125, 0], -0.02, 96);
    expect(track.margin).toBeCloseTo(19.2, 6);
    expect(track.zero).toBeCloseTo(76.8, 6);
    expect(track.low).toBeCloseTo(40.8, 6);
    expect(track.high).toBeCloseTo(76.8, 6);
    expect(track.point).toBeCloseTo(58.8, 6);
  });

  it('keeps everything on the track, whatever the sizes', () => {
    const cases: readonly [number, [number, number], number | null][] = [
      [0, [0, 0], null],
      [-1.3, [-1.4, -1.2], null],
      [0.4, [-0.9, 0.95], -0.02],
      [0.001, [-0.03, 0.002], -0.02],
      [5e-7, [1e-7, 9e-7], null],
    ];
    for (const [estimate, interval, margin] of cases) {
      const track = layoutTrack(estimate, interval, margin, 96);
      for (const at of [track.low, track.high, track.point, track.zero, track.margin ?? 0]) {
        expect(at).toBeGreaterThanOrEqual(0);
        expect(at).toBeLessThanOrEqual(96);
      }
      expect(track.low).toBeLessThanOrEqual(track.point);
      expect(track.point).toBeLessThanOrEqual(track.high);
    }
  });
});
