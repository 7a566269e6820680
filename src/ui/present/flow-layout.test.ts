import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepApart, layoutFlow, type StopFlow } from './flow-layout.ts';

const PAPER: StopFlow = {
  questions: 800,
  stopped: 69,
  safe: 42,
  unsafe: 27,
  unknown: 0,
  ends: { saved: 41, rescued: 1, harmed: 6, alreadyWrong: 21 },
};

const barOf = (flow: StopFlow, id: string, height = 420) => layoutFlow(flow, height).bars.find((bar) => bar.id === id)!;

describe('the flow of the stops', () => {
  it('draws the paper’s 69 stops in proportion', () => {
    // 404 px for 69 stops beside one gap of 16.
    expect(barOf(PAPER, 'safe').height).toBeCloseTo((42 / 69) * 404, 9);
    expect(barOf(PAPER, 'unsafe').height).toBeCloseTo((27 / 69) * 404, 9);
    // 372 px beside three gaps.
    expect(barOf(PAPER, 'saved').height).toBeCloseTo((41 / 69) * 372, 9);
    expect(barOf(PAPER, 'already-wrong').y + barOf(PAPER, 'already-wrong').height).toBeCloseTo(420, 9);
    expect(barOf(PAPER, 'native').count).toBe(731);
  });

  it('hands every question on: ribbons leave a bar without gap or overlap', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50), { minLength: 4, maxLength: 4 }),
        fc.nat(9),
        fc.nat(300),
        (ends, unknown, rest) => {
          const [saved = 0, rescued = 0, harmed = 0, alreadyWrong = 0] = ends;
          const [safe, unsafe] = [saved + rescued, harmed + alreadyWrong];
          const stopped = safe + unsafe + unknown;
          const flow: StopFlow = {
            questions: stopped + rest,
            stopped,
            safe,
            unsafe,
            unknown,
            ends: { saved, rescued, harmed, alreadyWrong },
          };
          const { bars, ribbons } = layoutFlow(flow, 420);
          for (const bar of bars) {
            const out = ribbons.filter(({ id }) => id.startsWith(`${bar.id} `));
            if (out.length === 0) continue;
            expect(out[0]!.top[0]).toBeCloseTo(bar.y, 6);
            expect(out.at(-1)!.bottom[0]).toBeCloseTo(bar.y + bar.height, 6);
            for (let i = 1; i < out.length; i++) expect(out[i]!.top[0]).toBeCloseTo(out[i - 1]!.bottom[0], 6);
          }
          for (const { y, height } of bars) {
            expect(y).toBeGreaterThanOrEqual(0);
            expect(y + height).toBeLessThanOrEqual(420 + 1e-6);
          }
        },
      ),
    );
  });

  it('has nothing beyond the native end where nothing stops', () => {
    const none = layoutFlow({ ...PAPER, stopped: 0, safe: 0, unsafe: 0 }, 420);
    expect(none.bars.map(({ id }) => id)).toEqual(['stopped-share', 'native']);
    expect(none.bars[1]).toMatchObject({ count: 800, y: 0, height: 420 });
    expect(none.ribbons).toEqual([]);
  });

  it('leaves the last column out where native right and wrong is not known', () => {
    const { bars } = layoutFlow({ ...PAPER, ends: null }, 420);
    expect(bars.some(({ column }) => column === 3)).toBe(false);
  });
});

describe('labels', () => {
  it('keep apart and inside, in their order', () => {
    expect(keepApart([100, 101, 300], 34, 420)).toEqual([100, 134, 300]);
    expect(keepApart([410, 411, 412], 34, 420)).toEqual([335, 369, 403]);
    expect(keepApart([0], 34, 420)).toEqual([17]);
  });
});
