import { parseRule } from './parse.ts';
import { findFirstRows, type Rule } from './rule.ts';
import { questionCount, type RowOutcomes, type SignalName, type SignalTable } from './signals.ts';
import { TASR_SIGNALS } from './tasr.ts';

/** A published round-wise rule. `text` is what `parseRule` reads; all thresholds are the published ones. */
export interface RulePreset {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** The published rules, under the scripts' own names as ids. Source: definitions.md 12. */
export const TASR_PRESETS: readonly RulePreset[] = [
  { id: 'AS', name: 'Answer repeats', text: 'repeat' },
  { id: 'AS_m20', name: 'Answer repeats, margin 0.20', text: 'repeat & margin > 0.2' },
  { id: 'AS_m25', name: 'TASR: answer repeats, margin 0.25', text: 'repeat & margin > 0.25' },
  { id: 'AS_ov', name: 'Answer repeats, overlap', text: 'repeat & overlap >= 0.15' },
  { id: 'AS_en', name: 'Answer repeats, entailed', text: 'repeat & entailment >= 4' },
  {
    id: 'AS_ov_or_en',
    name: 'Answer repeats, overlap or entailed',
    text: 'repeat & overlap >= 0.15 | repeat & entailment >= 4',
  },
  {
    id: 'AS_m25_ov_or_en',
    name: 'TASR, overlap or entailed',
    text: 'repeat & margin > 0.25 & overlap >= 0.15 | repeat & margin > 0.25 & entailment >= 4',
  },
  { id: 'famA', name: 'Family A', text: 'margin > 0.725 | overlap > 0.15' },
  { id: 'famA_m20', name: 'Family A, margin 0.20', text: 'margin > 0.725 | overlap > 0.15 & margin > 0.2' },
  { id: 'famB', name: 'Family B', text: 'confidence > 0.6 | margin > 0.675 | overlap > 0.15' },
  {
    id: 'famB_m20',
    name: 'Family B, margin 0.20',
    text: 'margin > 0.675 | confidence > 0.6 & margin > 0.2 | overlap > 0.15 & margin > 0.2',
  },
  {
    id: 'C2of4',
    name: 'Two of four',
    text:
      'repeat & margin > 0.6 | repeat & overlap > 0.15 | repeat & confidence > 0.7 | ' +
      'margin > 0.6 & overlap > 0.15 | margin > 0.6 & confidence > 0.7 | overlap > 0.15 & confidence > 0.7',
  },
  { id: 'D_soft15', name: 'Soft sum', text: 'soft > 1.5' },
  { id: 'fixed_k=1', name: 'Fixed budget 1', text: 'round >= 1' },
  { id: 'fixed_k=3', name: 'Fixed budget 3', text: 'round >= 3' },
  { id: 'fixed_k=5', name: 'Fixed budget 5', text: 'round >= 5' },
];

const SIGNALS: readonly SignalName[] = [{ id: 'round', isFlag: false }, ...Object.values(TASR_SIGNALS)];

/** The preset's rule. Presets are constants: one that cannot be read is a bug. */
export function presetRule(preset: RulePreset): Rule {
  const rule = parseRule(preset.text, SIGNALS);
  if (rule.kind === 'failed') throw new Error(rule.error.message);
  return rule.value;
}

export const findPreset = (id: string): RulePreset | undefined =>
  TASR_PRESETS.find((preset) => preset.id === id || (id.toLowerCase() === 'tasr' && preset.id === 'AS_m25'));

/**
 * Two label-dependent upper bounds, which the scripts both call "oracle": the first round that reaches the question's
 * best F1; and the first round with EM 1, -1 without any (then the run ends as `atNone` says, with more calls).
 * Not the quality oracle of the stopping paper.
 */
export function bestF1Rows(table: SignalTable, { atRow }: RowOutcomes): Int32Array {
  const best = new Float64Array(questionCount(table)).fill(Number.NEGATIVE_INFINITY);
  for (let q = 0; q < best.length; q++) {
    for (let row = table.rowStart[q]!; row < table.rowStart[q + 1]!; row++) {
      if (table.canStop[row] === 1) best[q] = Math.max(best[q]!, atRow.f1[row]!);
    }
  }
  return findFirstRows(table, (row, q) => atRow.f1[row] === best[q]);
}

export const firstCorrectRows = (table: SignalTable, { atRow }: RowOutcomes): Int32Array =>
  findFirstRows(table, (row) => atRow.em[row] === 1);
