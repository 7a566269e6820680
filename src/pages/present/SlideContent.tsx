import type { SlideId } from '../../core/present/story.ts';
import { ClaimsSlide } from './ClaimsSlide.tsx';
import { ExamplesSlide } from './ExamplesSlide.tsx';
import { GateSlide } from './GateSlide.tsx';
import { RankingSlide } from './RankingSlide.tsx';
import { ReachSlide } from './ReachSlide.tsx';
import { RiskSlide } from './RiskSlide.tsx';
import { SettingSlide } from './SettingSlide.tsx';
import { TradeoffSlide } from './TradeoffSlide.tsx';
import type { Talk } from './use-talk.ts';

/** `isFlow`: on a narrow screen, where slides are as high as they need to be. */
export function SlideContent({
  id,
  talk,
  isFlow,
}: {
  readonly id: SlideId;
  readonly talk: Talk;
  readonly isFlow: boolean;
}) {
  switch (id) {
    case 'setting':
      return <SettingSlide talk={talk} isFlow={isFlow} />;
    case 'reach':
      return <ReachSlide talk={talk} isFlow={isFlow} />;
    case 'ranking':
      return <RankingSlide talk={talk} isFlow={isFlow} />;
    case 'tradeoff':
      return <TradeoffSlide talk={talk} />;
    case 'gate':
      return <GateSlide talk={talk} isFlow={isFlow} />;
    case 'risk':
      return <RiskSlide talk={talk} isFlow={isFlow} />;
    case 'examples':
      return <ExamplesSlide talk={talk} />;
    case 'claims':
      return <ClaimsSlide talk={talk} />;
  }
}
