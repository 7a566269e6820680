import { useState } from 'react';
import type { Prices } from '../../core/lab/cost.ts';
import styles from './lab.module.css';
import { typedNumber } from './words.ts';

const FIELDS: readonly (readonly [keyof Prices, string])[] = [
  ['search', 'A search'],
  ['judgeCall', 'A judge call'],
  ['promptToken', 'A prompt token'],
  ['completionToken', 'A completion token'],
  ['second', 'A second of the judge'],
];

/** Five prices in one unit. What is no price stays in its field and changes nothing. */
export function PriceFields({
  prices,
  onChange,
}: {
  readonly prices: Prices;
  readonly onChange: (prices: Prices) => void;
}) {
  return (
    <div className={styles.fields}>
      {FIELDS.map(([key, label]) => (
        <PriceField
          key={key}
          label={label}
          value={prices[key]}
          onChange={(value) => onChange({ ...prices, [key]: value })}
        />
      ))}
    </div>
  );
}

function PriceField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  const [text, setText] = useState(String(value));
  const isPrice = typedNumber(text, 0, 1e12) !== null;
  return (
    <label className={styles.field}>
      {label}
      <input
        inputMode="decimal"
        value={text}
        aria-invalid={!isPrice}
        onChange={(event) => {
          setText(event.target.value);
          const price = typedNumber(event.target.value, 0, 1e12);
          if (price !== null) onChange(price);
        }}
      />
    </label>
  );
}
