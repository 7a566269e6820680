import { useEffect, useState } from 'react';
import { LISTED_PAGES } from './pages/index.ts';
import { downloadExchange } from './store/actions.ts';
import { askEngine, changeView, openPage, useApp } from './store/app-store.ts';
import { questionLink, showQuestions } from './store/questions-links.ts';
import { shareLink } from './store/share.ts';
import { toggleTheme } from './store/theme.ts';
import { PaletteDialog, type PaletteGroup, type PaletteItem } from './ui/palette/PaletteDialog.tsx';
import { formatThreshold } from './ui/parts/format.ts';

const MOST_QUESTIONS = 12;

type Found = readonly { readonly id: string; readonly text: string | null }[];

/** Ctrl or Cmd + K: everything by name. */
export function Palette({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const [text, setText] = useState('');
  useEffect(() => {
    if (isOpen) setText('');
  }, [isOpen]);
  const questions = useQuestionsNamed(isOpen ? text : '');
  const groups = useCommands();
  const wanted = text.trim().toLowerCase();
  const shown = groups.map(({ title, items }) => ({
    title,
    items: items.filter(({ label, note }) => `${label} ${note ?? ''}`.toLowerCase().includes(wanted)),
  }));
  return (
    <PaletteDialog
      isOpen={isOpen}
      onClose={onClose}
      text={text}
      onText={setText}
      groups={[...shown, { title: 'Questions', items: questions }]}
    />
  );
}

function useCommands(): readonly PaletteGroup[] {
  const dataset = useApp((state) => state.dataset);
  const view = useApp((state) => state.view);
  const page = (id: string, label: string): PaletteItem => ({ id: `page ${id}`, label, onPick: () => openPage(id) });
  const tab = (name: 'flips' | 'gap' | 'slices', label: string): PaletteItem => ({
    id: `tab ${name}`,
    label,
    note: 'Questions',
    onPick: () => showQuestions([], { tab: name }),
  });
  const active = dataset?.judges.find(({ id }) => id === view.judge) ?? dataset?.judges[0];
  const frozen = active?.frozen ?? null;
  return [
    {
      title: 'Pages',
      items: [
        ...LISTED_PAGES.map(({ id, title }) => page(id, title)),
        tab('flips', 'Flip ledger'),
        tab('gap', 'Oracle gap'),
        tab('slices', 'Slices'),
      ],
    },
    {
      title: 'Judges',
      items: (dataset?.judges ?? []).map((judge) => ({
        id: `judge ${judge.id}`,
        label: judge.name,
        note: judge === active ? 'in force' : 'put in force',
        onPick: () => changeView({ judge: judge.id, threshold: null }),
      })),
    },
    {
      title: 'Actions',
      items: [
        ...(frozen === null
          ? []
          : [
              {
                id: 'frozen',
                label: 'Go to the frozen threshold',
                note: formatThreshold(frozen.value),
                onPick: () => changeView({ threshold: frozen.value }),
              },
            ]),
        { id: 'never', label: 'Never stop', onPick: () => changeView({ threshold: Number.POSITIVE_INFINITY }) },
        { id: 'theme', label: 'Switch between light and dark', onPick: toggleTheme },
        {
          id: 'link',
          label: 'Copy a link to this view',
          onPick: () => void navigator.clipboard.writeText(shareLink().link),
        },
        {
          id: 'exchange',
          label: 'Export the dataset in the exchange format',
          onPick: () => void downloadExchange(),
        },
        { id: 'unsafe', label: 'Show the unsafe stops', onPick: () => showQuestions([UNSAFE]) },
      ],
    },
  ];
}

const UNSAFE = { kind: 'in', column: 'outcome', values: ['unsafe'] } as const;

/** Questions whose id or text has the words; from the worker, newest wish only. */
function useQuestionsNamed(text: string): readonly PaletteItem[] {
  const dataset = useApp((state) => state.dataset);
  const view = useApp((state) => state.view);
  const [found, setFound] = useState<Found>([]);
  const wanted = text.trim();
  useEffect(() => {
    if (dataset === null || wanted === '') {
      setFound([]);
      return;
    }
    let isGone = false;
    askEngine('findQuestions', { datasetId: dataset.id, find: wanted, most: MOST_QUESTIONS }, { lane: 'palette' }).then(
      (next) => {
        if (!isGone) setFound(next);
      },
      () => {
        // A newer wish took over, or the worker is gone: the list simply has no questions.
      },
    );
    return () => {
      isGone = true;
    };
  }, [dataset, wanted]);
  // What an older wish found may stand until the newer answer is there: Enter must never pick what was not typed.
  const fitting = found.filter(({ id, text: question }) =>
    `${id} ${question ?? ''}`.toLowerCase().includes(wanted.toLowerCase()),
  );
  return fitting.map(({ id, text: question }) => ({
    id: `question ${id}`,
    label: question === null ? id : `${id}  ${question}`,
    onPick: () => {
      location.hash = questionLink(view, id);
    },
  }));
}
