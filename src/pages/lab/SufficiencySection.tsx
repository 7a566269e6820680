import { HAS_OPPORTUNITY } from '../../core/questions/index.ts';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle, SignalReading, TextsReply } from '../../store/handles.ts';
import { LAB, taskKey } from '../../store/lab-tasks.ts';
import { questionsLink } from '../../store/questions-links.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { formatCount, formatDecimal, formatFour } from '../../ui/parts/format.ts';
import { Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import { FigureTable } from './FigureTable.tsx';
import { GatePanel } from './GatePanel.tsx';
import styles from './lab.module.css';
import { HAS_WRONG_STATE, searchedAtLeast } from './links.ts';
import { TaskNotice } from './TaskNotice.tsx';
import { useLabRequest, useSignals } from './use-lab.ts';
import { shareText, valueText } from './words.ts';

/** What a judge's "sufficient" is worth, and how far each signal tells right from wrong. */
export function SufficiencySection({ dataset }: { readonly dataset: DatasetHandle }) {
  const request = useLabRequest(dataset);
  const signals = useSignals(dataset);
  const texts = LAB.texts.use();
  const isOfThis = texts.key === taskKey(request);
  const read = () => LAB.texts.run(request);
  return (
    <>
      <Panel
        title="Verdicts of sufficiency"
        sub={texts.value && isOfThis ? `${formatCount(texts.value.questions)} questions` : undefined}
        actions={
          <Button
            size="small"
            disabledReason={
              texts.status.kind === 'running' ? 'The texts are being read.' : isOfThis ? 'They have been read.' : null
            }
            onClick={read}
          >
            Read the texts
          </Button>
        }
      >
        <div className={styles.lead}>
          <p>
            Contexts, verdicts and gap items stand in the texts of the run, which are read question by question. They
            give rules further signals too: passage overlap, "sufficient", the number of gap items.
          </p>
        </div>
        <TaskNotice cancel={LAB.texts.cancel} view={{ ...texts, last: texts.value }} label="Texts are being read" />
        {texts.value && !isOfThis && texts.status.kind !== 'running' && (
          <div className={styles.notice}>
            <Message
              kind="warning"
              title="These figures are of other questions"
              action={{ label: 'Read again', onAct: read }}
            >
              The selection has changed since the texts were read.
            </Message>
          </div>
        )}
        {texts.value && texts.value.sufficiency.length === 0 && (
          <div className={styles.notice}>
            <Message kind="note" title="No judge writes whether the evidence is sufficient">
              The texts of this run hold no verdict.
            </Message>
          </div>
        )}
      </Panel>
      {texts.value?.sufficiency.map((one) => (
        <GatePanel key={one.judge} reply={one} />
      ))}
      {texts.value && texts.value.documents.length > 0 && <Contexts texts={texts.value} />}
      {signals && <SeparationPanel signals={signals} />}
    </>
  );
}

function Contexts({ texts }: { readonly texts: TextsReply }) {
  const view = useApp((state) => state.view);
  return (
    <Panel tableName="context-size" title="Context size" sub="what a judge has to read, by searches used">
      <FigureTable
        caption="Context size by searches used"
        keyOf={({ turn }) => String(turn)}
        rows={texts.documents}
        columns={[
          { title: 'After so many searches', cell: ({ turn }) => turn },
          {
            title: 'States with a context',
            cell: ({ turn, rows }) => (
              <a className={styles.door} href={questionsLink(view, searchedAtLeast(turn))}>
                {formatCount(rows)}
              </a>
            ),
          },
          { title: 'Words, mean', value: ({ words }) => words, cell: ({ words }) => formatDecimal(words, 1) },
          { title: 'Characters, mean', value: ({ chars }) => chars, cell: ({ chars }) => formatDecimal(chars, 1) },
        ]}
      />
    </Panel>
  );
}

/** Class-conditional separation, and how far a signal has collapsed onto few values. */
function SeparationPanel({ signals }: { readonly signals: readonly SignalReading[] }) {
  const view = useApp((state) => state.view);
  const number = (value: number | null, words: string): string => (value === null ? words : formatFour(value));
  return (
    <Panel
      tableName="separation"
      title="How far each signal tells right from wrong"
      sub="states where a rule may stop, probe answer right or wrong"
    >
      <div className={styles.lead}>
        <p>
          Cohen's d is the difference of the means over the pooled deviation. A signal has collapsed where one value has
          nearly all states and the entropy is near 0, as verbalised confidence often does. Behind the two classes:{' '}
          <a className={styles.door} href={questionsLink(view, [HAS_OPPORTUNITY])}>
            questions with a right state
          </a>{' '}
          and{' '}
          <a className={styles.door} href={questionsLink(view, HAS_WRONG_STATE)}>
            questions with a wrong one
          </a>
          .
        </p>
      </div>
      <FigureTable
        caption="Separation and concentration of the signals"
        keyOf={({ id }) => id}
        rows={signals}
        columns={[
          { title: 'Signal', cell: ({ name }) => name },
          {
            title: 'Right / wrong states',
            cell: ({ separation }) => `${formatCount(separation.right)} / ${formatCount(separation.wrong)}`,
          },
          {
            title: 'Mean where right',
            value: ({ separation }) => separation.meanRight,
            cell: ({ separation }) => number(separation.meanRight, 'none'),
          },
          {
            title: 'Mean where wrong',
            value: ({ separation }) => separation.meanWrong,
            cell: ({ separation }) => number(separation.meanWrong, 'none'),
          },
          {
            title: "Cohen's d",
            value: ({ separation }) => separation.cohensD,
            cell: ({ separation }) => number(separation.cohensD, 'no spread'),
          },
          {
            title: 'ROC AUC',
            value: ({ separation }) => separation.rocAuc,
            cell: ({ separation }) => number(separation.rocAuc, 'one class only'),
          },
          {
            title: 'Most frequent value',
            value: ({ concentration }) => concentration.topValue,
            cell: ({ concentration }) =>
              concentration.topValue === null ? 'no values' : valueText(concentration.topValue),
          },
          {
            title: 'Its share',
            cell: ({ concentration }) =>
              concentration.topShare === null
                ? 'no values'
                : shareText(Math.round(concentration.topShare * concentration.count), concentration.count, 'no values'),
          },
          {
            title: 'Entropy, nats',
            value: ({ concentration }) => concentration.entropy,
            cell: ({ concentration }) => number(concentration.entropy, 'no values'),
          },
        ]}
      />
    </Panel>
  );
}
