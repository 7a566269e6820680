const FAMILY = '"Inter Variable", Inter, system-ui, sans-serif';
let context: CanvasRenderingContext2D | null | undefined;

/** Width of a text in pixels, as the browser will set it; a close guess where there is no browser. */
export const measureText = (text: string, size: number, weight = 400): number => {
  if (typeof document === 'undefined') return text.length * size * 0.56;
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * size * 0.56;
  context.font = `${weight} ${size}px ${FAMILY}`;
  return context.measureText(text).width;
};
