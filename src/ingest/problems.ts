import type { Problem, Severity } from '../core/result.ts';
import type { RowRef } from './readers/json-lines.ts';

/** How many problems of one kind and file are kept whole; the rest are counted. */
const EXAMPLES = 20;

export interface ProblemCount {
  readonly code: string;
  readonly severity: Severity;
  readonly file: string | null;
  readonly count: number;
}

/** All rows that were set aside, as byte ranges: complete however many they are. Texts are read on demand. */
export interface AsideRows {
  readonly count: number;
  /** Index into `Dataset.sources`. */
  readonly file: Uint16Array;
  readonly line: Int32Array;
  readonly start: Float64Array;
  readonly length: Uint32Array;
  /** Why, by index into `codes`. */
  readonly code: Uint16Array;
  readonly codes: readonly string[];
}

interface Words {
  readonly code: string;
  readonly message: string;
  readonly effect: string;
}

interface Group {
  count: number;
  readonly severity: Severity;
  readonly problems: Problem[];
}

/** Collects what the user must hear about. Many alike are kept as examples and one line with the exact count. */
export class ProblemLog {
  readonly #names: readonly string[];
  readonly #groups: Group[] = [];
  /** By code, then by file. */
  readonly #groupOf = new Map<string, Map<string | null, Group>>();
  readonly #aside: { file: number[]; line: number[]; start: number[]; length: number[]; code: number[] } = {
    file: [],
    line: [],
    start: [],
    length: [],
    code: [],
  };
  readonly #isAside = new Set<number>();
  readonly #codes: string[] = [];
  readonly #asideByFile: number[];

  constructor(names: readonly string[]) {
    this.#names = names;
    this.#asideByFile = names.map(() => 0);
  }

  /** `at` a row, a file (its index) or null for the whole dataset. */
  add(severity: Severity, words: Words, at: Readonly<RowRef> | number | null): void {
    const file = at === null ? null : (this.#names[typeof at === 'number' ? at : at.file] ?? null);
    const line = at === null || typeof at === 'number' ? null : at.line;
    const group = this.#group(words.code, file, severity);
    group.count++;
    if (group.problems.length < EXAMPLES) {
      group.problems.push({ code: words.code, severity, message: words.message, effect: words.effect, file, line });
    }
  }

  #group(code: string, file: string | null, severity: Severity): Group {
    let byFile = this.#groupOf.get(code);
    if (byFile === undefined) {
      byFile = new Map();
      this.#groupOf.set(code, byFile);
    }
    let group = byFile.get(file);
    if (group === undefined) {
      group = { count: 0, severity, problems: [] };
      byFile.set(file, group);
      this.#groups.push(group);
    }
    return group;
  }

  /**
   * The row does not enter the dataset. It is counted, and can be read again from its byte range. One row may say several
   * things that all lead nowhere; it is set aside once.
   */
  setAside(severity: Severity, words: Words, at: Readonly<RowRef>): void {
    this.add(severity, words, at);
    const place = at.file * 2 ** 32 + at.line;
    if (this.#isAside.has(place)) return;
    this.#isAside.add(place);
    let code = this.#codes.indexOf(words.code);
    if (code < 0) code = this.#codes.push(words.code) - 1;
    this.#aside.file.push(at.file);
    this.#aside.line.push(at.line);
    this.#aside.start.push(at.start);
    this.#aside.length.push(at.length);
    this.#aside.code.push(code);
    this.#asideByFile[at.file] = (this.#asideByFile[at.file] ?? 0) + 1;
  }

  asideOf(file: number): number {
    return this.#asideByFile[file] ?? 0;
  }

  problems(): readonly Problem[] {
    return this.#groups.flatMap(({ count, severity, problems }) => {
      const first = problems[0];
      const more = count - problems.length;
      if (first === undefined || more === 0) return problems;
      return [
        ...problems,
        {
          code: first.code,
          severity,
          message: `${more} more of the same kind.`,
          effect: first.effect,
          file: first.file,
          line: null,
        },
      ];
    });
  }

  counts(): readonly ProblemCount[] {
    return this.#groups.flatMap(({ count, severity, problems: [first] }) =>
      first === undefined ? [] : [{ code: first.code, severity, file: first.file, count }],
    );
  }

  aside(): AsideRows {
    return {
      count: this.#aside.file.length,
      file: Uint16Array.from(this.#aside.file),
      line: Int32Array.from(this.#aside.line),
      start: Float64Array.from(this.#aside.start),
      length: Uint32Array.from(this.#aside.length),
      code: Uint16Array.from(this.#aside.code),
      codes: this.#codes,
    };
  }
}
