import { useMemo } from 'react';
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import type { Extent, Plot, Projection } from './view.ts';

/**
 * The chart's own linear scales as numbers, for children of a ChartFrame. Asking a scale for each of a million points
 * would cost a call each; two corners say the same. null until the chart has laid itself out.
 */
export const useProjection = (x: Extent, y: Extent): { readonly at: Projection; readonly plot: Plot } | null => {
  const scaleX = useXAxisScale();
  const scaleY = useYAxisScale();
  const area = usePlotArea();
  const [x0, x1] = [scaleX?.(x.low), scaleX?.(x.high)];
  const [y0, y1] = [scaleY?.(y.low), scaleY?.(y.high)];
  const [left, top, width, height] = [area?.x, area?.y, area?.width, area?.height];
  return useMemo(() => {
    if (x0 === undefined || x1 === undefined || y0 === undefined || y1 === undefined) return null;
    if (left === undefined || top === undefined || width === undefined || height === undefined) return null;
    return {
      at: {
        x: { value: x.low, pixel: x0, perUnit: (x1 - x0) / (x.high - x.low) },
        y: { value: y.low, pixel: y0, perUnit: (y1 - y0) / (y.high - y.low) },
      },
      plot: { left, top, width, height },
    };
  }, [x.low, x.high, y.low, y.high, x0, x1, y0, y1, left, top, width, height]);
};
