import { useState } from 'react';
import { formatReportMarkdown } from '../../core/report/markdown.ts';
import { failed, ok, type Result } from '../../core/result.ts';
import { PAGE_ASSETS } from '../../reader/assets.ts';
import { formatReportPage } from '../../reader/page.ts';
import { collectReport, saveReport } from '../../store/report.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { Dialog } from '../../ui/parts/Dialog.tsx';
import { Message } from '../../ui/parts/Message.tsx';
import styles from './report.module.css';

type Kind = 'html' | 'md';

interface Wish {
  readonly kind: Kind;
  readonly isInteractive: boolean;
  readonly hasTexts: boolean;
}

/** The whole report as one file that can be checked: figures, tables, claims, audit, provenance. */
export default function ReportFileDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const [wish, setWish] = useState<Wish>({ kind: 'html', isInteractive: true, hasTexts: false });
  const [state, setState] = useState<'idle' | 'running' | { readonly fault: string }>('idle');
  const isInteractive = wish.kind === 'html' && wish.isInteractive;
  const write = async () => {
    setState('running');
    const written = await makeFile({ ...wish, isInteractive, hasTexts: isInteractive && wish.hasTexts });
    if (written.kind === 'failed') {
      setState({ fault: written.error });
      return;
    }
    saveReport(written.value, wish.kind);
    setState('idle');
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Report as one file"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="solid"
            disabledReason={state === 'running' ? 'The file is being written.' : null}
            onClick={() => void write()}
          >
            Save the file
          </Button>
        </>
      }
    >
      <div className={styles.file}>
        <p>Figures, tables, claims, the audit of the run and provenance. It opens from disk and asks no server.</p>
        <fieldset>
          <legend>Format</legend>
          {KINDS.map(({ kind, label }) => (
            <label key={kind}>
              <input
                type="radio"
                name="report-kind"
                checked={wish.kind === kind}
                onChange={() => setWish({ ...wish, kind })}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <Choice
          label="With an interactive Explore: the reader may move the threshold over the whole sweep"
          isChecked={isInteractive}
          isOpen={wish.kind === 'html'}
          onChange={(next) => setWish({ ...wish, isInteractive: next })}
        />
        <Choice
          label="With the texts of the questions, their labels and answers: everyone who gets the file can read them"
          isChecked={isInteractive && wish.hasTexts}
          isOpen={isInteractive}
          onChange={(next) => setWish({ ...wish, hasTexts: next })}
        />
        {typeof state === 'object' && <Message kind="error" title={state.fault} />}
      </div>
    </Dialog>
  );
}

const KINDS = [
  { kind: 'html', label: 'HTML, one page with figures' },
  { kind: 'md', label: 'Markdown, tables and words' },
] as const;

function Choice({
  label,
  isChecked,
  isOpen,
  onChange,
}: {
  readonly label: string;
  readonly isChecked: boolean;
  readonly isOpen: boolean;
  readonly onChange: (isChecked: boolean) => void;
}) {
  return (
    <label>
      <input
        type="checkbox"
        checked={isChecked}
        disabled={!isOpen}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}

async function makeFile({ kind, isInteractive, hasTexts }: Wish): Promise<Result<string, string>> {
  const collected = await collectReport(hasTexts);
  if (collected.kind === 'failed') return failed(collected.error);
  const { parts, provenance } = collected.value;
  return kind === 'md'
    ? ok(formatReportMarkdown(parts.report, provenance, parts))
    : formatReportPage({ ...parts, provenance, isInteractive }, PAGE_ASSETS);
}
