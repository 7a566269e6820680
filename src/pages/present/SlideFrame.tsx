import type { ReactNode } from 'react';
import { shortHash } from '../../core/present/provenance.ts';
import { isTitleElsewhere, type OwnTitle, type SlideId } from '../../core/present/story.ts';
import { useApp } from '../../store/app-store.ts';
import { openDataHash } from '../../store/provenance.ts';
import { selectionWords } from '../../store/selection-words.ts';
import { BrandMark } from '../../ui/parts/AppBar.tsx';
import { PostHocBadge, ReplicaBadge, RoleBadge, SealedBadge } from '../../ui/parts/Badge.tsx';
import { formatCount } from '../../ui/parts/format.ts';
import type { Lack } from './missing.ts';
import styles from './slide.module.css';
import { defaultTitle, SLIDE_NAMES } from './titles.ts';
import type { Talk } from './use-talk.ts';

export interface SlideFrameProps {
  readonly id: SlideId;
  readonly number: number;
  readonly count: number;
  readonly talk: Talk;
  readonly own: OwnTitle | undefined;
  readonly children: ReactNode;
}

/** What is on every slide: number, role, seals, replica; the title; and at the foot what its figures rest on. */
export function SlideFrame({ id, number, count, talk, own, children }: SlideFrameProps) {
  return (
    <>
      <header className={styles.eyebrow}>
        <span>
          {number} of {count}
        </span>
        <span>{SLIDE_NAMES[id]}</span>
        {own && isTitleElsewhere(own, talk.about) && (
          <span className={styles.elsewhere}>title written about {own.about || 'another view'}</span>
        )}
        <span className={styles.grow} />
        <Badges talk={talk} />
      </header>
      <h2 className={styles.title}>{own?.text ?? defaultTitle(id, talk)}</h2>
      <div className={styles.body}>{children}</div>
      <Foot talk={talk} />
    </>
  );
}

function Badges({ talk: { curves, view, dataset, standing, isPostHoc } }: { readonly talk: Talk }) {
  const { role } = curves;
  const where = selectionWords(view);
  return (
    <span className={styles.badges}>
      {role.kind === 'none' ? (
        <span className={styles.where}>{where}</span>
      ) : (
        <RoleBadge
          splitRole={role.kind === 'pooled' ? 'descriptive' : role.role}
          where={role.kind === 'pooled' ? `${where}, pools roles` : role.kind === 'part' ? `part, ${where}` : where}
        />
      )}
      {standing.kind === 'sealed' && <SealedBadge />}
      {isPostHoc && <PostHocBadge />}
      {dataset.notice !== null && <ReplicaBadge notice={dataset.notice} />}
    </span>
  );
}

/** Of what was frozen and unsealed: whether something else was looked at since. */
const frozenWords = (postHocSince: string | null): string =>
  postHocSince === null ? 'exactly what was frozen' : 'as frozen; others looked at since the unseal';

/** Dataset, hash, threshold, questions, seed: who photographs a slide has all of it. */
function Foot({ talk }: { readonly talk: Talk }) {
  const hash = useApp(openDataHash);
  const { dataset, curves, threshold, bands, view, standing } = talk;
  const facts = [
    `${selectionWords(view)}, n = ${formatCount(curves.questionCount)}`,
    threshold,
    ...(standing.kind === 'as-frozen' ? [frozenWords(standing.postHocSince)] : []),
    bands.kind === 'ready'
      ? `${formatCount(bands.bands.repeats)} paired resamples, seeds ${bands.bands.seeds.em} and ${bands.bands.seeds.searches}`
      : `seed ${view.gate.seed}`,
    `rule ${curves.answerRule}`,
  ];
  return (
    <footer className={styles.foot}>
      <span>
        {dataset.name} <span className={styles.mono}>{hash === null ? 'SHA-256 being computed' : shortHash(hash)}</span>
      </span>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      <span className={styles.grow} />
      <span className={styles.brand}>
        <BrandMark />
        Stopscope
      </span>
    </footer>
  );
}

/** A table that is wider than a narrow screen: there it scrolls, by keyboard too. */
export function Wide({
  label,
  isFlow,
  children,
}: {
  readonly label: string;
  readonly isFlow: boolean;
  readonly children: ReactNode;
}) {
  if (!isFlow) return children;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

/** In place of what cannot be shown. */
export function Missing({ lack }: { readonly lack: Lack }) {
  return (
    <div className={styles.missing}>
      <h3>{lack.title}</h3>
      <p>{lack.text}</p>
    </div>
  );
}
