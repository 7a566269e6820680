import type { GateCounts, Share } from '../../core/lab/sufficiency.ts';
import { useApp } from '../../store/app-store.ts';
import type { DatasetHandle, SignalReading, SufficiencyReply, TextsReply } from '../../store/handles.ts';
import { LAB, taskKey } from '../../store/lab-tasks.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { formatCount, formatDecimal, formatFour } from '../../ui/parts/format.ts';
import { Message } from '../../ui/parts/Message.tsx';
import { Panel } from '../../ui/parts/Panel.tsx';
import { FigureTable } from './FigureTable.tsx';
import styles from './lab.module.css';
import { flipsLink } from './links.ts';
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
        <Gate key={one.judge} reply={one} />
      ))}
      {texts.value && texts.value.documents.length > 0 && <Contexts texts={texts.value} />}
      {signals && <SeparationPanel signals={signals} />}
    </>
  );
}

type GateRow = readonly [string, GateCounts];

function Gate({ reply }: { readonly reply: SufficiencyReply }) {
  const view = useApp((state) => state.view);
  const { judge, name, verdicts, titles, titlesBefore, answers, endings, categories, turns, next, compression } = reply;
  const share = ({ n, of }: Share, empty: string): string => shareText(n, of, empty);
  const policy = {
    kind: 'rule',
    rule: { groups: [[{ kind: 'flag', signal: `sufficient:${judge}`, isNegated: false }]] },
    tune: null,
  } as const;
  const rows: readonly GateRow[] = [
    ['gold titles in the context the judge saw', titles.pooled],
    ...titles.perTurn.map(({ turn, counts }): GateRow => [`… after ${turn} searches`, counts]),
    ['gold titles in the context of the state before', titlesBefore.pooled],
    ['the probe answer is right', answers.pooled],
    ...answers.perTurn.map(({ turn, counts }): GateRow => [`… answer right after ${turn} searches`, counts]),
  ];
  return (
    <Panel title={name} sub={`${formatCount(verdicts)} verdicts`} tableName="sufficiency">
      <FigureTable
        caption={`Verdicts of ${name} against the truth`}
        keyOf={([title]) => title}
        rows={rows}
        columns={[
          { title: 'Sufficient would mean', cell: ([title]) => title },
          { title: 'Said so, was so', cell: ([, counts]) => formatCount(counts.truePositive) },
          { title: 'Said so, was not', cell: ([, counts]) => formatCount(counts.falsePositive) },
          { title: 'Not said, was so', cell: ([, counts]) => formatCount(counts.underClaim) },
          { title: 'Not said, was not', cell: ([, counts]) => formatCount(counts.trueNegative) },
          { title: 'False-positive rate', cell: ([, counts]) => share(counts.falsePositiveRate, 'none insufficient') },
          { title: 'Under-claim rate', cell: ([, counts]) => share(counts.underClaimRate, 'none sufficient') },
          { title: 'Wrong of those said', cell: ([, counts]) => share(counts.falseDiscovery, 'never said') },
        ]}
      />
      <div className={styles.lead} style={{ paddingTop: 12 }}>
        <p>
          Of the questions whose last state is called sufficient, the probe answer is right in{' '}
          {share(endings.stopped, 'none such')}; of those that end against the judge's word, in{' '}
          {share(endings.forced, 'none such')}. As a policy:{' '}
          <a className={styles.door} href={flipsLink(view, policy)}>
            the questions that the gate stops early
          </a>
          .
        </p>
      </div>
      {categories.length > 0 && (
        <FigureTable
          caption={`Gap items of ${name} by category and turn`}
          keyOf={({ category }) => category}
          rows={categories}
          columns={[
            { title: 'Gap category', cell: ({ category }) => category },
            { title: 'Items', cell: ({ all }) => formatCount(all) },
            ...turns.map((turn, i) => ({
              title: `after ${turn} searches`,
              cell: ({ perTurn }: SufficiencyReply['categories'][number]) => formatCount(perTurn[i] ?? 0),
            })),
          ]}
        />
      )}
      {next.targetInQuestion.of > 0 && (
        <FigureTable
          caption={`What becomes of the gaps of ${name}`}
          keyOf={([title]) => title}
          rows={
            [
              ['The next query names the gap target', next.targetInRecordedQuery, 'no query recorded'],
              ['The documents of that search mention it', next.targetInNewDocuments, 'no documents'],
              ['The question names it already', next.targetInQuestion, 'no targets'],
              ['The next query is the question and the gap phrases, word for word', next.recorded, 'no query recorded'],
            ] as const
          }
          columns={[
            { title: 'First three gap items of an "insufficient"', cell: ([title]) => title },
            { title: 'Share', cell: ([, value, empty]) => share(value, empty) },
          ]}
        />
      )}
      {compression.pooled.rows > 0 && (
        <FigureTable
          caption="Compact evidence against raw documents"
          keyOf={({ turn }) => String(turn)}
          rows={compression.perTurn}
          columns={[
            { title: 'Turn', cell: ({ turn }) => turn },
            { title: 'Evidence, words', cell: ({ size }) => formatDecimal(size.evidenceWords ?? 0, 1) },
            { title: 'Documents, words', cell: ({ size }) => formatDecimal(size.rawWords ?? 0, 1) },
            {
              title: 'Compression',
              cell: ({ size }) =>
                size.compressionWords === null ? 'no evidence' : `${formatDecimal(size.compressionWords, 2)} to 1`,
            },
          ]}
        />
      )}
    </Panel>
  );
}

function Contexts({ texts }: { readonly texts: TextsReply }) {
  return (
    <Panel tableName="context-size" title="Context size" sub="what a judge has to read, by searches used">
      <FigureTable
        caption="Context size by searches used"
        keyOf={({ turn }) => String(turn)}
        rows={texts.documents}
        columns={[
          { title: 'After so many searches', cell: ({ turn }) => turn },
          { title: 'States with a context', cell: ({ rows }) => formatCount(rows) },
          { title: 'Words, mean', cell: ({ words }) => formatDecimal(words, 1) },
          { title: 'Characters, mean', cell: ({ chars }) => formatDecimal(chars, 1) },
        ]}
      />
    </Panel>
  );
}

/** Class-conditional separation, and how far a signal has collapsed onto few values. */
function SeparationPanel({ signals }: { readonly signals: readonly SignalReading[] }) {
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
          nearly all states and the entropy is near 0, as verbalised confidence often does.
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
          { title: 'Mean where right', cell: ({ separation }) => number(separation.meanRight, 'none') },
          { title: 'Mean where wrong', cell: ({ separation }) => number(separation.meanWrong, 'none') },
          { title: "Cohen's d", cell: ({ separation }) => number(separation.cohensD, 'no spread') },
          { title: 'ROC AUC', cell: ({ separation }) => number(separation.rocAuc, 'one class only') },
          {
            title: 'Most frequent value',
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
          { title: 'Entropy, nats', cell: ({ concentration }) => number(concentration.entropy, 'no values') },
        ]}
      />
    </Panel>
  );
}
