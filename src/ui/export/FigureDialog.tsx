import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { MarkedCurves } from '../charts/figure-style.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { useToast } from '../parts/Toast.tsx';
import { download } from './download.ts';
import { type FileRecord, useExporter } from './exporter.ts';
import { FigureForm } from './FigureForm.tsx';
import styles from './figure.module.css';
import { pixelsOf, pixelsPerMetre, rasterise } from './figure-png.ts';
import {
  FIGURE_PRESETS,
  type FigureOptions,
  type FigurePreset,
  type Layout,
  layoutOf,
  optionsOf,
} from './figure-presets.ts';
import { type DrawnFigure, drawFigure, type JudgeName } from './figure-svg.ts';

export interface FigureDialogProps {
  readonly title: string;
  readonly yTitle: string | null;
  readonly fileName: string;
  /** Judges whose curves the drawing does not name itself. Keep the array. */
  readonly keys: readonly JudgeName[];
  /** Small print of this figure alone, beside the record. */
  readonly notes: readonly string[];
  /** The drawing's size on screen. */
  readonly screen: { readonly width: number; readonly height: number };
  /** The size that is chosen at first. */
  readonly preset: FigurePreset['id'];
  /** Parts of the drawing that stand beside each other where there is room. */
  readonly parts: number;
  readonly onClose: () => void;
  /** The drawing; it fills whatever it is put into. */
  readonly children: ReactNode;
}

/** Everything about the file before it is made; the preview is the file itself. */
export function FigureDialog({
  title,
  yTitle,
  fileName,
  keys,
  notes,
  screen,
  preset,
  parts,
  onClose,
  children,
}: FigureDialogProps) {
  const { record: recordNow } = useExporter();
  const [options, setOptions] = useState(() => optionsOf(FIGURE_PRESETS.find(({ id }) => id === preset)!));
  const [times, setTimes] = useState(2);
  const layout = useMemo(() => layoutOf(options, screen, parts), [options, screen, parts]);
  // The dialog's content is there only a render later.
  const [stage, setStage] = useState<HTMLDivElement | null>(null);
  const record = useMemo(recordNow, [recordNow]);
  const figure = useDrawn(stage, { title, yTitle, keys, notes, record }, options, layout);
  const actions = useSaving(figure, fileName, times, record);
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={`Figure: ${title}`}
      actions={
        <>
          <Button onClick={actions.copy}>Copy picture</Button>
          <Button onClick={actions.savePng}>Save PNG</Button>
          <Button look="solid" onClick={actions.saveSvg}>
            Save SVG
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <FigureForm
          {...{ options, times }}
          onOptions={setOptions}
          onTimes={setTimes}
          pixels={figure && pixelsOf(figure, times)}
        />
        <Preview figure={figure} title={title} theme={options.theme} />
      </div>
      <Stage onStage={setStage} options={options} layout={layout}>
        {children}
      </Stage>
    </Dialog>
  );
}

/** What is drawn here, out of sight, is what the file holds. */
function Stage({
  onStage,
  options,
  layout,
  children,
}: {
  readonly onStage: (stage: HTMLDivElement | null) => void;
  readonly options: FigureOptions;
  readonly layout: Layout;
  readonly children: ReactNode;
}) {
  return (
    <div
      className={styles.stage}
      inert
      aria-hidden="true"
      data-theme={options.theme}
      data-inks={options.isGrey ? 'grey' : undefined}
    >
      <MarkedCurves.Provider value={options.isGrey}>
        <div ref={onStage} className={styles.drawing} style={{ width: layout.width, height: layout.height }}>
          {children}
        </div>
      </MarkedCurves.Provider>
    </div>
  );
}

function Preview({
  figure,
  title,
  theme,
}: {
  readonly figure: DrawnFigure | null;
  readonly title: string;
  readonly theme: FigureOptions['theme'];
}) {
  const source = useMemo(
    () => figure && `data:image/svg+xml;charset=utf-8,${encodeURIComponent(figure.svg)}`,
    [figure],
  );
  return (
    <div className={styles.preview} data-ground={theme} aria-busy={source === null}>
      {source === null || figure === null ? (
        <p>Being drawn</p>
      ) : (
        <img src={source} alt={`Preview: ${title}`} style={{ aspectRatio: figure.width / figure.height }} />
      )}
    </div>
  );
}

interface Words {
  readonly title: string;
  readonly yTitle: string | null;
  readonly keys: readonly JudgeName[];
  readonly notes: readonly string[];
  readonly record: FileRecord | null;
}

/** Milliseconds without a change on the stage after which it counts as drawn. */
const SETTLED = 120;

/** The figure as a file, made again whenever the stage has come to rest after a change. */
function useDrawn(
  stage: HTMLDivElement | null,
  words: Words,
  options: FigureOptions,
  layout: Layout,
): DrawnFigure | null {
  const [figure, setFigure] = useState<DrawnFigure | null>(null);
  const { title, yTitle, keys, record } = words;
  const notes = words.notes.join('\n');
  useEffect(() => {
    if (stage === null) return;
    setFigure(null);
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const draw = async () => {
      await document.fonts.ready;
      const drawn = await drawFigure(stage, {
        title,
        hasTitle: options.hasTitle,
        yTitle,
        keys,
        smallPrint: [...(record?.lines ?? []), ...(notes === '' ? [] : notes.split('\n'))],
        record,
        scale: layout.scale,
        unit: layout.unit,
      });
      if (!isOver) setFigure(drawn);
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void draw(), SETTLED);
    };
    wait();
    const observer = new MutationObserver(wait);
    observer.observe(stage, { subtree: true, childList: true, attributes: true, characterData: true });
    return () => {
      isOver = true;
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [stage, title, yTitle, keys, notes, record, options, layout]);
  return figure;
}

function useSaving(figure: DrawnFigure | null, fileName: string, times: number, record: FileRecord | null) {
  const { annotatePng } = useExporter();
  const toast = useToast();
  const png = async (): Promise<Uint8Array<ArrayBuffer>> => {
    const pixels = await rasterise(figure!, times);
    const noted =
      record === null ? pixels : annotatePng(pixels, { mark: record.mark, text: record.json }, pixelsPerMetre(times));
    return new Uint8Array(noted);
  };
  const attempt = (work: () => Promise<void>) => () => {
    if (figure === null) return;
    work().catch((error: unknown) => {
      toast('The picture could not be made', error instanceof Error ? error.message : String(error));
    });
  };
  return {
    saveSvg: attempt(async () => download(`${fileName}.svg`, [figure!.svg], 'image/svg+xml')),
    savePng: attempt(async () =>
      download(`${fileName}${times === 1 ? '' : `@${times}x`}.png`, [await png()], 'image/png'),
    ),
    copy: attempt(async () => {
      await navigator.clipboard.write([
        new ClipboardItem({ 'image/png': png().then((bytes) => new Blob([bytes], { type: 'image/png' })) }),
      ]);
      toast('Picture copied', 'The clipboard keeps the small print, not the record for programs.');
    }),
  };
}
