import { isAtFrozen, setThreshold, stepBy, usePolicy } from '../../figures/use-policy.ts';
import { changeView, useApp } from '../../store/app-store.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import type { ActiveJudge } from '../../store/selectors.ts';
import { Controls, ControlsDivider } from '../../ui/parts/Controls.tsx';
import { JudgeChip } from '../../ui/parts/JudgeChip.tsx';
import { JudgeSelect } from '../../ui/parts/JudgeSelect.tsx';
import { MetricSelect } from '../../ui/parts/MetricSelect.tsx';
import { SplitSelect } from '../../ui/parts/SplitSelect.tsx';
import { ThresholdField } from '../../ui/parts/ThresholdField.tsx';
import { describeFrozen } from './judge-words.ts';

const ALL_SPLITS = '';
/** More judges than this do not fit as chips. */
const MOST_CHIPS = 3;

export function ControlsBar({
  dataset,
  active,
  isPhone,
}: {
  readonly dataset: DatasetHandle;
  readonly active: ActiveJudge | null;
  readonly isPhone: boolean;
}) {
  return (
    <Controls
      left={
        <>
          <Judges dataset={dataset} active={active} isPhone={isPhone} />
          {!isPhone && <ControlsDivider />}
          <Splits dataset={dataset} />
        </>
      }
      right={active && !isPhone && <Threshold active={active} />}
    />
  );
}

function Judges({
  dataset,
  active,
  isPhone,
}: {
  readonly dataset: DatasetHandle;
  readonly active: ActiveJudge | null;
  readonly isPhone: boolean;
}) {
  const hidden = useApp((state) => state.view.hidden);
  if (active === null) return null;
  // A new judge has other scores: its own frozen threshold is where looking at it starts.
  const activate = (id: string) =>
    changeView({ judge: id, threshold: null, hidden: hidden.filter((other) => other !== id) });
  const toggle = (id: string) =>
    changeView({ hidden: hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id] });
  if (isPhone || dataset.judges.length > MOST_CHIPS) {
    return (
      <JudgeSelect
        judges={dataset.judges.map((judge, index) => ({
          index,
          name: judge.name,
          subtext: describeFrozen(judge),
          isHidden: hidden.includes(judge.id),
        }))}
        activeIndex={active.index}
        onActivate={(index) => activate(dataset.judges[index]!.id)}
        onToggleHidden={(index) => toggle(dataset.judges[index]!.id)}
      />
    );
  }
  return dataset.judges.map((judge, index) => (
    <JudgeChip
      key={judge.id}
      index={index}
      name={judge.name}
      subtext={describeFrozen(judge)}
      isActive={index === active.index}
      isHidden={hidden.includes(judge.id)}
      onActivate={() => activate(judge.id)}
      onToggleHidden={() => toggle(judge.id)}
    />
  ));
}

function Splits({ dataset }: { readonly dataset: DatasetHandle }) {
  const range = useApp((state) => state.view.range);
  const split = useApp((state) => state.view.split);
  return (
    <>
      <SplitSelect
        ranges={dataset.ranges}
        questionCount={dataset.questionCount}
        value={range ?? { from: 0, to: dataset.questionCount - 1 }}
        onChange={(chosen) => changeView({ range: chosen })}
      />
      {dataset.splits.length > 0 && (
        <MetricSelect
          label="Split in the files"
          options={[
            { value: ALL_SPLITS, label: 'all splits' },
            ...dataset.splits.map((name) => ({ value: name, label: name })),
          ]}
          value={split ?? ALL_SPLITS}
          onChange={(chosen) => changeView({ split: chosen === ALL_SPLITS ? null : chosen })}
        />
      )}
    </>
  );
}

function Threshold({ active }: { readonly active: ActiveJudge }) {
  const { threshold, row } = usePolicy(active);
  return (
    <ThresholdField
      value={threshold}
      frozen={active.handle.frozen}
      isPostHoc={active.handle.frozen !== null && !isAtFrozen(active, threshold)}
      onStep={(direction) => stepBy(active, -direction)}
      canLower={row < active.sweep.thresholds.length - 1}
      canRaise={row > 0}
      onCommit={setThreshold}
    />
  );
}
