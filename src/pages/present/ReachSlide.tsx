import { exactMatch } from '../../core/metrics/exact-match.ts';
import { meanSearches } from '../../core/metrics/mean-searches.ts';
import { correct, labelled, opportunity, searches } from '../../core/metrics/quantities.ts';
import { metricValue } from '../../core/metrics/totals.ts';
import { wilson } from '../../core/stats/intervals.ts';
import type { Curves, PolicyPoint } from '../../store/handles.ts';
import {
  formatCount,
  formatDecimal,
  formatPoints,
  formatRatio,
  formatShare,
  formatShareInterval,
} from '../../ui/parts/format.ts';
import { type HeadroomBar, HeadroomBars } from '../../ui/present/HeadroomBars.tsx';
import { isNativeKnown, lackOfReach } from './missing.ts';
import opening from './opening.module.css';
import { Missing } from './SlideFrame.tsx';
import styles from './slide.module.css';
import type { Talk } from './use-talk.ts';

/** More bars than this do not fit beside native and the oracles. */
const MOST_BUDGETS = 7;

/** What stopping could gain at all: fixed budgets, native, and what the oracles bound. */
export function ReachSlide({ talk, isFlow }: { readonly talk: Talk; readonly isFlow: boolean }) {
  const lack = lackOfReach(talk);
  if (lack !== null) return <Missing lack={lack} />;
  const bars = headroomBars(talk.curves);
  return (
    <div className={styles.split} data-wide>
      <figure>
        <HeadroomBars bars={bars} width={isFlow ? 720 : 860} />
        <figcaption className={styles.caption}>
          Exact match; below each bar the mean searches. Budget k stops a question at its first eligible state with k
          searches.
        </figcaption>
      </figure>
      <Headroom talk={talk} />
    </div>
  );
}

function headroomBars({ budgets, native, qualityOracle, costOracle }: Curves): readonly HeadroomBar[] {
  const shown = budgets.filter((_, i) => i < MOST_BUDGETS);
  return [
    ...shown.flatMap((point) =>
      point.policy.kind === 'budget'
        ? barOf(`k${point.policy.searches}`, `k = ${point.policy.searches}`, 'budget', point)
        : [],
    ),
    ...barOf('native', 'native', 'native', native),
    ...barOf('cost', 'cost oracle', 'oracle', costOracle),
    ...barOf('quality', 'quality oracle', 'oracle', qualityOracle),
  ];
}

function barOf(id: string, label: string, look: HeadroomBar['look'], { totals }: PolicyPoint): readonly HeadroomBar[] {
  const value = metricValue(exactMatch, totals);
  const mean = metricValue(meanSearches, totals);
  if (value === null) return [];
  const small = mean === null ? '' : formatDecimal(mean, 2);
  return [{ id, label, look, value, text: formatDecimal(value, 3), small }];
}

function Headroom({ talk }: { readonly talk: Talk }) {
  const { native, qualityOracle, costOracle, reach } = talk.curves;
  const known = native.totals[labelled.id]!;
  const chances = native.totals[opportunity.id]!;
  // The quality oracle keeps native where it is right: what it gains are the harmful ones, all of them.
  const harmful = qualityOracle.totals[correct.id]! - native.totals[correct.id]!;
  const all = native.totals[searches.id]!;
  const avoidable = all - costOracle.totals[searches.id]!;
  const gain = wilson(harmful, known);
  return (
    <ul className={opening.points}>
      <li>
        <b>{formatShare(reach.answerable / reach.known)}</b>
        <span>
          of the states where native searches on, the answer there is right already
          <small>{formatRatio(reach.answerable, reach.known)} eligible states</small>
        </span>
      </li>
      <li>
        <b>{formatCount(chances)}</b>
        <span>
          questions with an opportunity
          {isNativeKnown(talk) &&
            `: ${formatCount(chances - harmful)} where only searches are lost, ${formatCount(harmful)} where native ends wrong`}
          <small>of {formatCount(known)} labelled questions</small>
        </span>
      </li>
      <li>
        <b>{formatPoints(harmful / known).replace(' points', '')}</b>
        <span>
          points of exact match up to the quality oracle
          {gain && (
            <small>
              {formatRatio(harmful, known)}, Wilson 95&#8239;% {formatShareInterval(gain.low, gain.high)}
            </small>
          )}
        </span>
      </li>
      <li>
        <b>{all === 0 ? 'no searches' : formatShare(avoidable / all)}</b>
        <span>
          of the searches could be left out at native exact match
          <small>{formatRatio(avoidable, all)}, cost oracle</small>
        </span>
      </li>
      <li data-note>
        Both oracles read the gold answers to choose where to stop: label-dependent upper bounds. They cannot be
        deployed.
      </li>
    </ul>
  );
}
