import { Panel } from './Panel.tsx';
import { Skeleton } from './Skeleton.tsx';

/** The place of a chart while its data is on the way: same head, same height. */
export function ChartSkeleton({
  title,
  className,
}: {
  readonly title: string;
  readonly className?: string | undefined;
}) {
  return (
    <Panel title={title} className={className}>
      <div style={{ flex: 1, minHeight: 120, padding: '0 16px 16px', display: 'flex' }}>
        <Skeleton width="100%" height="100%" label={`${title} is being computed`} />
      </div>
    </Panel>
  );
}
