import styles from './figure.module.css';
import { FIGURE_PRESETS, type FigureOptions, FONT_POINTS, optionsOf } from './figure-presets.ts';

const TIMES = [1, 2, 3, 4] as const;

export interface FigureFormProps {
  readonly options: FigureOptions;
  readonly onOptions: (options: FigureOptions) => void;
  readonly times: number;
  readonly onTimes: (times: number) => void;
  /** Of the PNG; null while the figure is being drawn. */
  readonly pixels: { readonly width: number; readonly height: number } | null;
}

/** Size, inks and words of a figure. */
export function FigureForm({ options, onOptions, times, onTimes, pixels }: FigureFormProps) {
  const set = (change: Partial<FigureOptions>) => onOptions({ ...options, ...change });
  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <fieldset>
        <legend>Size</legend>
        {FIGURE_PRESETS.map((preset) => (
          <label key={preset.id}>
            <input
              type="radio"
              name="size"
              checked={options.preset === preset.id}
              onChange={() => onOptions(optionsOf(preset, options))}
            />
            {preset.name}
            <small>{preset.note}</small>
          </label>
        ))}
      </fieldset>
      <label className={styles.line}>
        Label size
        <select value={options.points} onChange={(event) => set({ points: Number(event.target.value) })}>
          {FONT_POINTS.map((points) => (
            <option key={points} value={points}>
              {points} pt
            </option>
          ))}
        </select>
      </label>
      <fieldset>
        <legend>Ground</legend>
        {(['light', 'dark'] as const).map((theme) => (
          <label key={theme}>
            <input type="radio" name="ground" checked={options.theme === theme} onChange={() => set({ theme })} />
            {theme === 'light' ? 'Light' : 'Dark'}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>Inks and words</legend>
        <label>
          <input
            type="checkbox"
            checked={options.isGrey}
            onChange={(event) =>
              set({ isGrey: event.target.checked, theme: event.target.checked ? 'light' : options.theme })
            }
          />
          Greys, dashes and marks
        </label>
        <label>
          <input
            type="checkbox"
            checked={options.hasTitle}
            onChange={(event) => set({ hasTitle: event.target.checked })}
          />
          Title
        </label>
      </fieldset>
      <label className={styles.line}>
        PNG
        <select aria-label="PNG scale" value={times} onChange={(event) => onTimes(Number(event.target.value))}>
          {TIMES.map((factor) => (
            <option key={factor} value={factor}>
              {factor}x
            </option>
          ))}
        </select>
        <output>{pixels === null ? '' : `${pixels.width} \u00d7 ${pixels.height} px`}</output>
      </label>
    </form>
  );
}
