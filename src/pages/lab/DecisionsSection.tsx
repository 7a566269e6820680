import type { Confusion } from '../../core/lab/decisions.ts';
import type { VerdictCell } from '../../core/lab/text-figures.ts';
import type { Policy } from '../../core/policies/index.ts';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle, RecordedDecisions } from '../../store/handles.ts';
import { changeLab } from '../../store/lab.ts';
import { LAB } from '../../store/lab-tasks.ts';
import { formatCount, formatFour } from '../../ui/parts/format.ts';
import { Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import { FigureTable } from './FigureTable.tsx';
import styles from './lab.module.css';
import { decisionLink, flipsLink } from './links.ts';
import { TaskNotice } from './TaskNotice.tsx';
import { useLabRequest, useLabTask } from './use-lab.ts';
import { changeText, meanText } from './words.ts';

/** Recorded STOP and CONTINUE columns, a critic's verdicts, Boolean gates: replayed as policies. */
export function DecisionsSection({ dataset }: { readonly dataset: DatasetHandle }) {
  const view = useApp((state) => state.view);
  const request = useLabRequest(dataset);
  const task = useLabTask(LAB.decisions, request);
  const texts = LAB.texts.use();
  const found = task.value ?? task.last;
  const policyOf = (signal: string): Policy => ({
    kind: 'rule',
    rule: { groups: [[{ kind: 'flag', signal, isNegated: false }]] },
    tune: null,
  });
  const known = found?.filter(({ effect }) => effect !== null) ?? [];
  return (
    <Panel tableName="recorded-decisions" title="Recorded decisions" sub="STOP and CONTINUE as the files have them">
      <div className={styles.lead}>
        <p>
          The candidate answer of the first accepted state is the answer; where nothing is accepted, the native run
          finishes. An output that could not be parsed never stops. A Boolean gate says "sufficient" of a state's
          evidence.
        </p>
      </div>
      <TaskNotice cancel={LAB.decisions.cancel} view={task} label="Decisions are being replayed" />
      {found && found.length === 0 && (
        <div className={styles.notice}>
          <Message kind="note" title="No decision is recorded">
            {texts.status.kind === 'running'
              ? 'The texts are still being read: Boolean gates may stand in them.'
              : 'The files hold no STOP or CONTINUE column and no verdict of sufficiency.'}
          </Message>
        </div>
      )}
      {known.length > 0 && (
        <>
          <FigureTable
            caption="Recorded decisions as policies"
            keyOf={({ signal }) => signal}
            rows={known}
            columns={[
              {
                title: 'Decision',
                cell: ({ signal, name }) => (
                  <>
                    {name}{' '}
                    <button
                      type="button"
                      className={styles.code}
                      onClick={() => changeLab({ rule: quoted(signal), ruleName: null, section: 'rule' })}
                    >
                      {signal}
                    </button>
                  </>
                ),
              },
              {
                title: 'EM',
                value: ({ effect }) => effect!.em,
                cell: ({ effect }) => meanText(effect!.em, effect!.questions),
              },
              {
                title: 'Minus native',
                value: ({ effect }) => (effect!.rescued - effect!.harmed) / effect!.questions,
                cell: ({ effect }) =>
                  changeText((effect!.rescued - effect!.harmed) / effect!.questions, effect!.questions),
              },
              {
                title: 'Searches',
                value: ({ effect }) => effect!.calls,
                cell: ({ effect }) => meanText(effect!.calls, effect!.questions),
              },
              {
                title: 'Ended earlier',
                cell: ({ signal, effect }) => (
                  <a className={styles.door} href={flipsLink(view, policyOf(signal))}>
                    {formatCount(effect!.earlier)} / {formatCount(effect!.questions)}
                  </a>
                ),
              },
              {
                title: 'Harmed',
                cell: ({ signal, effect }) => (
                  <a
                    className={styles.door}
                    href={flipsLink(view, policyOf(signal), [{ kind: 'in', column: 'flip', values: ['lost'] }])}
                  >
                    {formatCount(effect!.harmed)}
                  </a>
                ),
              },
              {
                title: 'Rescued',
                cell: ({ signal, effect }) => (
                  <a
                    className={styles.door}
                    href={flipsLink(view, policyOf(signal), [{ kind: 'in', column: 'flip', values: ['gained'] }])}
                  >
                    {formatCount(effect!.rescued)}
                  </a>
                ),
              },
            ]}
          />
          <StateTable rows={known} />
        </>
      )}
      {found && known.length < found.length && (
        <div className={styles.notice}>
          <Message kind="note" title="Some outcomes are not known">
            The effect on answers needs labels and a probe answer at every accepted state.
          </Message>
        </div>
      )}
    </Panel>
  );
}

/** The same columns state by state: accepting against the probe answer's being right. */
function StateTable({ rows }: { readonly rows: readonly RecordedDecisions[] }) {
  const view = useApp((state) => state.view);
  const rate = (value: number | null, words: string): string => (value === null ? words : formatFour(value));
  const cell =
    (name: VerdictCell, countOf: (confusion: Confusion) => number) =>
    ({ signal, confusion }: RecordedDecisions) => {
      const count = countOf(confusion);
      return count === 0 ? (
        formatCount(count)
      ) : (
        <a className={styles.door} href={decisionLink(view, signal, name)}>
          {formatCount(count)}
        </a>
      );
    };
  return (
    <>
      <div className={styles.lead} style={{ paddingTop: 16 }}>
        <p>State by state, over the eligible states with a decision: accepted against the probe answer being right.</p>
      </div>
      <FigureTable
        caption="Recorded decisions, state by state"
        keyOf={({ signal }) => signal}
        rows={rows}
        columns={[
          { title: 'Decision', cell: ({ name }) => name },
          {
            title: 'States decided',
            cell: ({ decided, eligible }) => `${formatCount(decided)} / ${formatCount(eligible)}`,
          },
          { title: 'Accepted, right', cell: cell('truePositive', (confusion) => confusion.truePositive) },
          { title: 'Accepted, wrong', cell: cell('falsePositive', (confusion) => confusion.falsePositive) },
          { title: 'Not accepted, right', cell: cell('underClaim', (confusion) => confusion.falseNegative) },
          { title: 'Not accepted, wrong', cell: cell('trueNegative', (confusion) => confusion.trueNegative) },
          {
            title: 'Precision',
            value: ({ confusion }) => confusion.precision,
            cell: ({ confusion }) => rate(confusion.precision, 'none accepted'),
          },
          {
            title: 'Recall',
            value: ({ confusion }) => confusion.recall,
            cell: ({ confusion }) => rate(confusion.recall, 'none right'),
          },
          {
            title: 'False-positive rate',
            value: ({ confusion }) => confusion.falsePositiveRate,
            cell: ({ confusion }) => rate(confusion.falsePositiveRate, 'none wrong'),
          },
        ]}
      />
    </>
  );
}

const quoted = (signal: string): string => (/^[\p{L}_][\p{L}\p{N}_.:/-]*$/u.test(signal) ? signal : `"${signal}"`);
