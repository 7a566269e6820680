import type { Claim } from '../../core/protocol/claims.ts';
import { stateOf } from '../../core/protocol/state.ts';
import { looseClaimsKey, useProtocol } from '../../store/protocol.ts';
import { IconCheck, IconNotEvaluated } from '../../ui/parts/icons.tsx';
import closing from './closing.module.css';
import { lackOfOutcomes } from './missing.ts';
import { Missing } from './SlideFrame.tsx';
import type { Talk } from './use-talk.ts';

interface Shown {
  readonly claims: readonly Claim[];
  readonly caveat: string | null;
  /** They are of another threshold than the slide is; the new ones are on their way. */
  readonly isStale: boolean;
}

/** What the results support and what not, each with the numbers that decide it; and the limits. */
export function ClaimsSlide({ talk }: { readonly talk: Talk }) {
  const shown = useShown(talk);
  const lack = lackOfOutcomes(talk);
  if (lack !== null) return <Missing lack={lack} />;
  if (typeof shown === 'string') return <Missing lack={{ title: 'No claims', text: shown }} />;
  const of = (isSupported: boolean) => shown.claims.filter((claim) => claim.isSupported === isSupported);
  return (
    <div className={closing.claims} data-stale={shown.isStale || undefined}>
      <div>
        <List title="Supported" claims={of(true)} empty="Nothing is supported." />
        <section className={closing.limits}>
          <h3>Limits</h3>
          <ul>
            {shown.caveat !== null && <li>{shown.caveat}</li>}
            {talk.dataset.notice !== null && (
              <li>Synthetic replica: generated to reproduce published aggregates. No row comes from a real system.</li>
            )}
            <li>
              The system as recorded: its reasoner, retriever, prompts and budget. Nothing is claimed beyond them.
            </li>
            <li>Judge calls, tokens and latency are not in the searches.</li>
          </ul>
        </section>
      </div>
      <List title="Not supported, and not refuted" claims={of(false)} empty="Everything is supported." />
    </div>
  );
}

function List({
  title,
  claims,
  empty,
}: {
  readonly title: string;
  readonly claims: readonly Claim[];
  readonly empty: string;
}) {
  return (
    <section>
      <h3>{title}</h3>
      {claims.length === 0 && <p>{empty}</p>}
      <ul>
        {claims.map(({ id, isSupported, title: says, figure }) => (
          <li key={id}>
            {isSupported ? <IconCheck size={16} /> : <IconNotEvaluated size={16} />}
            <span>
              <b>{says}</b>
              <small>{figure}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The claims, or in words why there are none. */
function useShown({ dataset, view }: Talk): Shown | string {
  const confirmed = useProtocol((state) => state.confirmed);
  const loose = useProtocol((state) => state.loose);
  const { phase } = stateOf(dataset.protocol.protocol);
  if (phase === 'sealed' || phase === 'frozen') {
    return 'Claims come from the one look: seal, freeze, unseal. Until then nothing is known that could be claimed.';
  }
  if (phase === 'unsealed') {
    if (confirmed === null) return 'The confirmatory report is being fetched.';
    const { claims } = confirmed;
    return { claims, caveat: `Of the freeze, looked at once: ${confirmed.split.name}.`, isStale: false };
  }
  if (loose === null || !loose.key.startsWith(`[${dataset.id},`)) return 'The claims are being computed.';
  if (loose.claims.kind === 'failed') return loose.claims.error;
  const { claims, caveat } = loose.claims.value;
  return { claims, caveat, isStale: loose.key !== looseClaimsKey(dataset, view) };
}
