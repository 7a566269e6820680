import { Slider } from '@base-ui/react/slider';
import { useEffect, useState } from 'react';
import { formatCount, formatThreshold, parseThreshold } from '../parts/format.ts';
import styles from './facet.module.css';

export interface RangeFacetProps {
  readonly title: string;
  readonly bins: readonly number[];
  /** Of the values there are; null: none in sight. */
  readonly range: { readonly low: number; readonly high: number } | null;
  readonly missing: number;
  /** The condition in force; null: open at that end. */
  readonly low: number | null;
  readonly high: number | null;
  readonly onChange: (low: number | null, high: number | null) => void;
}

const WIDTH = 184;
const HEIGHT = 34;
/** The slider works in steps of the range, so that huge and tiny scores are handled alike. */
const STEPS = 200;

/** A small histogram with a handle at each end; exact ends may be typed. */
export function RangeFacet({ title, bins, range, missing, low, high, onChange }: RangeFacetProps) {
  return (
    <fieldset className={styles.facet}>
      <legend className={styles.title}>{title}</legend>
      {range === null ? (
        <p className={styles.rest}>no values here</p>
      ) : (
        <Body {...{ title, bins, range, low, high, onChange }} />
      )}
      {missing > 0 && range !== null && <p className={styles.rest}>{formatCount(missing)} without a value</p>}
    </fieldset>
  );
}

type BodyProps = Omit<RangeFacetProps, 'missing' | 'range'> & { readonly range: NonNullable<RangeFacetProps['range']> };

function Body({ title, bins, range, low, high, onChange }: BodyProps) {
  const most = bins.reduce((top, count) => Math.max(top, count), 1);
  const width = WIDTH / bins.length;
  const toStep = (value: number): number => {
    const half = range.high / 2 - range.low / 2;
    return half === 0 ? 0 : Math.round(Math.min(1, Math.max(0, (value / 2 - range.low / 2) / half)) * STEPS);
  };
  const toValue = (step: number): number => range.low * (1 - step / STEPS) + range.high * (step / STEPS);
  const steps: readonly [number, number] = [low === null ? 0 : toStep(low), high === null ? STEPS : toStep(high)];
  const [moving, setMoving] = useState<readonly number[] | null>(null);
  const [from = 0, to = STEPS] = moving ?? steps;
  return (
    <div className={styles.range}>
      <svg
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bins.map((count, i) => {
          const isIn = (i + 1) * (STEPS / bins.length) > from && i * (STEPS / bins.length) < to;
          const height = count === 0 ? 0 : Math.max(1, (count / most) * (HEIGHT - 2));
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: bins have no identity but their place
              key={i}
              x={i * width + 0.5}
              y={HEIGHT - height}
              width={width - 1}
              height={height}
              fill={isIn ? 'var(--ink-3)' : 'var(--line-strong)'}
            />
          );
        })}
      </svg>
      <Slider.Root
        value={[from, to]}
        min={0}
        max={STEPS}
        thumbCollisionBehavior="none"
        onValueChange={(value) => setMoving(value as readonly number[])}
        onValueCommitted={(value) => {
          const [first = 0, last = STEPS] = value as readonly number[];
          setMoving(null);
          // The end that was not moved keeps every digit of its value.
          onChange(
            first === steps[0] ? low : first <= 0 ? null : toValue(first),
            last === steps[1] ? high : last >= STEPS ? null : toValue(last),
          );
        }}
      >
        <Slider.Control className={styles.control}>
          <Slider.Track className={styles.track}>
            <Slider.Thumb
              index={0}
              className={styles.thumb}
              getAriaLabel={() => `${title}, from`}
              getAriaValueText={(_, value) => formatThreshold(toValue(value))}
            />
            <Slider.Thumb
              index={1}
              className={styles.thumb}
              getAriaLabel={() => `${title}, to`}
              getAriaValueText={(_, value) => formatThreshold(toValue(value))}
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
      <div className={styles.ends}>
        <End
          label={`${title}, at least`}
          value={moving ? toValue(from) : (low ?? range.low)}
          onCommit={(value) => onChange(value, high)}
        />
        <End
          label={`${title}, at most`}
          value={moving ? toValue(to) : (high ?? range.high)}
          onCommit={(value) => onChange(low, value)}
        />
      </div>
    </div>
  );
}

function End(props: { readonly label: string; readonly value: number; readonly onCommit: (value: number) => void }) {
  const { label, value, onCommit } = props;
  const shown = formatThreshold(value);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const commit = () => {
    const typed = parseThreshold(text);
    // What is shown is rounded: only what a person has changed may become a condition.
    if (text === shown || typed === null || !Number.isFinite(typed)) setText(shown);
    else onCommit(typed);
  };
  return (
    <input
      aria-label={label}
      value={text}
      inputMode="decimal"
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') {
          event.stopPropagation();
          setText(shown);
        }
      }}
    />
  );
}
