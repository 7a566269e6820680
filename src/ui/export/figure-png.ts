import type { DrawnFigure } from './figure-svg.ts';

const METRES_PER_PIXEL = 0.0254 / 96;

/** Pixels of the picture at so many times its size. */
export const pixelsOf = ({ width, height }: DrawnFigure, times: number) => ({
  width: Math.max(1, Math.round(width * times)),
  height: Math.max(1, Math.round(height * times)),
});

/** Pixels a metre that give the picture the size on paper that its SVG states. */
export const pixelsPerMetre = (times: number): number => times / METRES_PER_PIXEL;

/** The SVG as pixels, drawn by the browser itself. Rejects where the browser cannot hold a picture of that size. */
export async function rasterise(figure: DrawnFigure, times: number): Promise<Uint8Array> {
  const { width, height } = pixelsOf(figure, times);
  // At the size asked for, or some browsers draw small and stretch; whole pixels are not quite its proportions.
  const sized = figure.svg.replace(
    /(<svg[^>]*?) width="[^"]*" height="[^"]*"/,
    `$1 width="${width}" height="${height}" preserveAspectRatio="none"`,
  );
  const address = URL.createObjectURL(new Blob([sized], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d')!.drawImage(image, 0, 0, width, height);
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/png');
    });
    if (blob === null) throw new Error(`The browser cannot make a picture of ${width} x ${height} pixels.`);
    return new Uint8Array(await blob.arrayBuffer());
  } finally {
    URL.revokeObjectURL(address);
  }
}
