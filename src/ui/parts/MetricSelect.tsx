import { Select } from '@base-ui/react/select';
import { IconCheck, IconDown } from './icons.tsx';
import styles from './panel.module.css';
import popup from './popup.module.css';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  /** Short remark at the right end: "label-dependent", "higher is better". */
  readonly note?: string;
}

export interface MetricSelectProps {
  /** Accessible name: "Vertical metric". */
  readonly label: string;
  readonly options: readonly SelectOption[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The sunken select of panel heads. Any list of choices fits, not only metrics. */
export function MetricSelect({ label, options, value, onChange }: MetricSelectProps) {
  return (
    <Select.Root
      items={options.map((option) => ({ value: option.value, label: option.label }))}
      value={value}
      onValueChange={(next: string | null) => {
        if (next !== null) onChange(next);
      }}
    >
      <Select.Trigger className={styles.select} aria-label={label}>
        <Select.Value />
        <Select.Icon className={styles.selectIcon}>
          <IconDown />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner className={popup.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <Select.Popup className={popup.popup}>
            {options.map((option) => (
              <Select.Item key={option.value} value={option.value} className={popup.item}>
                <span className={popup.tick}>
                  <Select.ItemIndicator>
                    <IconCheck size={12} />
                  </Select.ItemIndicator>
                </span>
                <Select.ItemText>{option.label}</Select.ItemText>
                {option.note && <small>{option.note}</small>}
              </Select.Item>
            ))}
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}
