import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './controls.module.css';
import { IconDown } from './icons.tsx';
import { chipColors, JudgeChip } from './JudgeChip.tsx';
import { JudgeKey } from './JudgeKey.tsx';
import popup from './popup.module.css';

export interface JudgeOption {
  readonly index: number;
  readonly name: string;
  readonly subtext: string;
  readonly isHidden: boolean;
}

export interface JudgeSelectProps {
  readonly judges: readonly JudgeOption[];
  readonly activeIndex: number;
  readonly onActivate: (index: number) => void;
  readonly onToggleHidden: (index: number) => void;
}

/** The judge chips behind one 44 px button: for a phone, and for datasets with many judges. */
export function JudgeSelect({ judges, activeIndex, onActivate, onToggleHidden }: JudgeSelectProps) {
  const [isOpen, setOpen] = useState(false);
  const active = judges.find((judge) => judge.index === activeIndex);
  if (!active) return null;
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        className={classNames(styles.pick, styles.active, styles.tall)}
        style={{ ...chipColors(activeIndex), flex: 1, minWidth: 0 }}
      >
        <JudgeKey index={activeIndex} />
        <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {active.name}
          <small>{active.subtext}</small>
        </span>
        <IconDown />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={popup.positioner} sideOffset={4} align="start">
          <Popover.Popup className={popup.popup}>
            <div className={popup.form}>
              <Popover.Title className={popup.title}>Judges</Popover.Title>
              {judges.map((judge) => (
                <JudgeChip
                  key={judge.index}
                  {...judge}
                  isActive={judge.index === activeIndex}
                  onActivate={() => {
                    onActivate(judge.index);
                    setOpen(false);
                  }}
                  onToggleHidden={() => onToggleHidden(judge.index)}
                />
              ))}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
