import { memo, useContext, useEffect, useMemo, useState } from 'react';
import styles from './chart.module.css';
import { DistributionFrame, type DistributionFrameProps, outsideWords } from './DistributionFrame.tsx';
import { defaultWindow, distribute, type StateScores, wholeWindow } from './distribution.ts';
import { ZoomMemory } from './figure-style.ts';
import { StepPanelFrame } from './StepPanelFrame.tsx';
import { ThresholdOverlay } from './ThresholdOverlay.tsx';
import { pixelToThreshold, type ThresholdAxis, thresholdAxis } from './threshold-axis.ts';
import { layoutThreshold, panelExtent, type ThresholdLayout } from './threshold-layout.ts';
import type { GateStretch, StepPanel, ThresholdChartProps } from './threshold-types.ts';
import { useLatest } from './use-latest.ts';
import { useSize } from './use-size.ts';
import { useStable } from './use-stable.ts';
import { wantsZoom, wheelFactor } from './use-zoom.ts';
import { type Extent, union, zoomExtent } from './view.ts';

interface Chosen {
  readonly scores: StateScores;
  readonly window: Extent;
}
const NAME = 'window';

/** Metrics over the threshold, stacked, above the scores that states got; one line through all of them. */
export function ThresholdChart(props: ThresholdChartProps) {
  const { judgeIndex, judgeName, thresholds, scoreLabel } = props;
  const [root, size] = useSize<HTMLElement>();
  const panels = useStable(props.panels, samePanels);
  const scores = useStable(props.scores, sameScores);
  const gate = useStable(props.gate ?? null, sameGate);
  const frozenAt = props.frozen?.threshold ?? Number.NaN;
  const focus = useMemo(() => defaultWindow(scores, [frozenAt]), [scores, frozenAt]);
  const whole = useMemo(() => union([wholeWindow(scores, [frozenAt]), focus]) ?? focus, [scores, frozenAt, focus]);
  const memory = useContext(ZoomMemory);
  // Only this chart writes under that name.
  const [chosen, setChosen] = useState<Chosen | null>(() => (memory?.get(NAME) as Chosen | null | undefined) ?? null);
  const window = chosen !== null && sameScores(chosen.scores, scores) ? chosen.window : focus;
  const setWindow = (next: Extent | null) => {
    const wish = next && { scores, window: next };
    memory?.set(NAME, wish);
    setChosen(wish);
  };
  const layout = useMemo(
    () => (size ? layoutThreshold(size.width, size.height, panels.length, size.width < 480 ? 52 : 64) : null),
    [size, panels.length],
  );
  const axis = useMemo(
    () => (layout ? thresholdAxis(window, layout.distribution.left, layout.distribution.width) : null),
    [layout, window],
  );
  useWheel(root, axis, window, whole, setWindow);
  return (
    <figure
      ref={root}
      className={styles.chart}
      aria-label={`${panels.map((panel) => panel.label).join(' and ')} at every threshold of ${judgeName}, above the scores of safe and unsafe states`}
    >
      {size && layout && axis && (
        <>
          <Panels
            {...{ panels, thresholds, axis, layout, judgeIndex, gate, scores }}
            width={size.width}
            height={size.height}
            label={scoreLabel}
          />
          <ThresholdOverlay {...props} {...{ root, axis }} foot={layout.distribution} />
          <WindowButton
            {...{ scores, axis, layout }}
            isWhole={window === whole}
            onWhole={() => setWindow(whole)}
            onFocus={() => setWindow(null)}
          />
        </>
      )}
    </figure>
  );
}

interface PanelsProps extends Omit<DistributionFrameProps, 'plot'> {
  readonly panels: readonly StepPanel[];
  readonly thresholds: Float64Array;
  readonly layout: ThresholdLayout;
  readonly judgeIndex: number;
  readonly gate: GateStretch | null;
}

/** All that stays put while the threshold moves. */
const Panels = memo(function Panels({
  panels,
  thresholds,
  axis,
  layout,
  judgeIndex,
  gate,
  width,
  height,
  ...rest
}: PanelsProps) {
  const extents = useMemo(
    () => panels.map((panel) => panelExtent(panel, thresholds, axis.window)),
    [panels, thresholds, axis.window],
  );
  const { distribution } = layout;
  // Frames stand one below the other; each brings the gap above its plot.
  let from = 0;
  return (
    <>
      {panels.map((panel, i) => {
        const place = layout.panels[i]!;
        const top = from;
        from = place.top + place.height;
        return (
          <StepPanelFrame
            key={panel.key}
            {...{ panel, thresholds, axis, width, judgeIndex, gate }}
            plot={{ ...place, top: place.top - top }}
            height={from - top}
            y={extents[i]!}
            isFirst={i === 0}
          />
        );
      })}
      <DistributionFrame
        {...rest}
        {...{ axis, width }}
        height={height - from}
        plot={{ ...distribution, top: distribution.top - from }}
      />
    </>
  );
});

/** The words about states outside the window are a button that shows them; then a way back. */
function WindowButton({
  scores,
  axis,
  layout,
  isWhole,
  onWhole,
  onFocus,
}: {
  readonly scores: StateScores;
  readonly axis: ThresholdAxis;
  readonly layout: ThresholdLayout;
  readonly isWhole: boolean;
  readonly onWhole: () => void;
  readonly onFocus: () => void;
}) {
  const words = outsideWords(distribute(scores, axis.window), axis);
  const { left, top } = layout.distribution;
  const label = [words.below, words.above].filter(Boolean).join(', ');
  if (!isWhole && !label) return null;
  return (
    <button
      type="button"
      className={styles.windowButton}
      style={{ left: left + 4, top: top - 4 }}
      data-is-whole={isWhole || undefined}
      onClick={isWhole ? onFocus : onWhole}
      title={isWhole ? undefined : 'Show all scores'}
    >
      {isWhole ? 'Zoom to the upper scores' : <span className="sr">{`${label}. Show all scores`}</span>}
    </button>
  );
}

function useWheel(
  root: ReturnType<typeof useSize<HTMLElement>>[0],
  axis: ThresholdAxis | null,
  window: Extent,
  whole: Extent,
  setWindow: (window: Extent) => void,
): void {
  const latest = useLatest({ axis, window, whole, setWindow });
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const { axis, window, whole, setWindow } = latest.current;
      if (!axis || !wantsZoom(event)) return;
      event.preventDefault();
      const at = pixelToThreshold(axis, event.clientX - element.getBoundingClientRect().left);
      const next = zoomExtent(window, Math.min(window.high, at), wheelFactor(event), whole);
      setWindow(next.low === whole.low && next.high === whole.high ? whole : next);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [root, latest]);
}

const samePanels = (a: readonly StepPanel[], b: readonly StepPanel[]): boolean =>
  a.length === b.length &&
  a.every((panel, i) => {
    const other = b[i]!;
    return (
      panel.key === other.key &&
      panel.label === other.label &&
      panel.unit === other.unit &&
      panel.y === other.y &&
      panel.stops === other.stops &&
      panel.band?.low === other.band?.low &&
      panel.band?.high === other.band?.high &&
      panel.line?.value === other.line?.value &&
      panel.line?.label === other.line?.label
    );
  });

const sameScores = (a: StateScores, b: StateScores): boolean =>
  a.safe === b.safe && a.unsafe === b.unsafe && a.unknown === b.unknown;

const sameGate = (a: GateStretch | null, b: GateStretch | null): boolean =>
  a?.from === b?.from && a?.to === b?.to && a?.label === b?.label;
