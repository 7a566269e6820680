import { failed, ok, type Result } from '../result.ts';
import { resolveName } from './names.ts';
import type { Comparison, Condition, Rule } from './rule.ts';
import type { SignalName } from './signals.ts';
import { type RuleProblem, readTokens, ruleProblem, type Token } from './tokens.ts';

/**
 * Reads a rule: conditions joined by & into groups, groups by |, as in `repeat & margin > 0.25 | round >= 4`. A condition
 * is a yes-or-no signal (`repeat`, `!repeat`) or a signal compared with a number, either way round; `and`, `or`, `not`
 * and parentheses around a group are understood; names with blanks go into double quotes; `always` and `never` stand
 * alone. Names are resolved against `signals`. Anything else is a problem with its place, in words.
 */
export function parseRule(text: string, signals: readonly SignalName[]): Result<Rule, RuleProblem> {
  const tokens = readTokens(text);
  if (tokens.kind === 'failed') return tokens;
  if (tokens.value.length === 0) {
    return failed(
      ruleProblem(text.length, 0, 'the rule is empty. Write a condition, for example `repeat & margin > 0.25`.'),
    );
  }
  const [only, second] = tokens.value;
  if (second === undefined && only?.kind === 'name' && !only.isQuoted) {
    if (only.name === 'always') return ok({ groups: [[]] });
    if (only.name === 'never') return ok({ groups: [] });
  }
  return new Reader(tokens.value, signals, text.length).read();
}

type NameToken = Token & { readonly kind: 'name' };
type NumberToken = Token & { readonly kind: 'number' };

const FLIPPED: Readonly<Record<Comparison, Comparison>> = {
  '>': '<',
  '<': '>',
  '>=': '<=',
  '<=': '>=',
  '=': '=',
  '!=': '!=',
};

/** Recursive descent over the tokens. A method that meets a problem keeps it and returns null, and so do its callers. */
class Reader {
  private index = 0;
  private problem: RuleProblem | null = null;
  private readonly tokens: readonly Token[];
  private readonly signals: readonly SignalName[];
  private readonly end: number;

  constructor(tokens: readonly Token[], signals: readonly SignalName[], end: number) {
    this.tokens = tokens;
    this.signals = signals;
    this.end = end;
  }

  read(): Result<Rule, RuleProblem> {
    const groups: (readonly Condition[])[] = [];
    do {
      const group = this.readGroup();
      if (group !== null) groups.push(group);
    } while (this.problem === null && this.takeIf('or'));
    const rest = this.peek();
    if (this.problem === null && rest !== null) this.failRest(rest);
    return this.problem === null ? ok({ groups }) : failed(this.problem);
  }

  /** Conditions joined by &; parentheses may hold a run of them. */
  private readGroup(): readonly Condition[] | null {
    const conditions: Condition[] = [];
    do {
      const part = this.peek()?.kind === 'open' ? this.readParenthesis() : this.readCondition();
      if (part === null) return null;
      conditions.push(...part);
    } while (this.takeIf('and'));
    return conditions;
  }

  private readParenthesis(): readonly Condition[] | null {
    const open = this.tokens[this.index]!;
    this.index += 1;
    const conditions = this.readGroup();
    if (conditions === null || this.takeIf('close')) return conditions;
    const next = this.peek();
    if (next === null) return this.fail(open, 'this parenthesis is never closed.');
    if (next.kind !== 'or') return this.failRest(next);
    return this.fail(next, '`|` inside parentheses: a rule is an OR of ANDs. For `a & (b | c)` write `a & b | a & c`.');
  }

  private readCondition(): readonly [Condition] | null {
    let not: Token | null = null;
    let isNegated = false;
    for (let token = this.peek(); token?.kind === 'not'; token = this.peek()) {
      not = token;
      isNegated = !isNegated;
      this.index += 1;
    }
    const first = this.next();
    if (first === null) return null;
    if (first.kind === 'number') return this.readFlipped(first);
    if (first.kind !== 'name') return this.failMissing(first);
    const signal = this.resolve(first);
    if (signal === null) return null;
    const operator = this.peek();
    if (operator?.kind !== 'comparison') return this.readFlag(signal, first, isNegated);
    if (not !== null) {
      return this.fail(not, '`!` stands before a yes-or-no signal. Turn the comparison round instead.');
    }
    this.index += 1;
    const value = this.next(`a number is expected after \`${operator.text}\`.`);
    if (value === null) return null;
    if (value.kind === 'number') return this.compare(signal, operator.comparison, value);
    return this.fail(value, `a number is expected after \`${operator.text}\`, but here is \`${value.text}\`.`);
  }

  private readFlag(signal: SignalName, token: NameToken, isNegated: boolean): readonly [Condition] | null {
    if (signal.isFlag) return [{ kind: 'flag', signal: signal.id, isNegated }];
    return this.fail(token, `\`${token.text}\` is a number: compare it, as in \`${token.text} > 0.5\`.`);
  }

  /** `0.25 < margin`. */
  private readFlipped(value: NumberToken): readonly [Condition] | null {
    const operator = this.peek();
    if (operator?.kind !== 'comparison') {
      return this.fail(value, `\`${value.text}\` stands alone: write a signal, a comparison and the number.`);
    }
    this.index += 1;
    const words = `the name of a signal is expected after \`${operator.text}\``;
    const name = this.next(`${words}.`);
    if (name === null) return null;
    if (name.kind !== 'name') return this.fail(name, `${words}, but here is \`${name.text}\`.`);
    const signal = this.resolve(name);
    return signal === null ? null : this.compare(signal, FLIPPED[operator.comparison], value);
  }

  private compare(signal: SignalName, comparison: Comparison, token: NumberToken): readonly [Condition] | null {
    if (!Number.isFinite(token.value)) return this.fail(token, `\`${token.text}\` is too large for a number.`);
    return [{ kind: 'compare', signal: signal.id, comparison, value: token.value }];
  }

  private resolve(token: NameToken): SignalName | null {
    const found = resolveName(token.name, this.signals);
    return found.kind === 'ok' ? found.value : this.fail(token, found.error);
  }

  private peek(): Token | null {
    return this.tokens[this.index] ?? null;
  }

  private next(missing?: string): Token | null {
    const token = this.tokens[this.index];
    if (token === undefined) {
      const before = this.tokens[this.index - 1];
      const place = before === undefined ? '' : ` after \`${before.text}\``;
      this.problem ??= ruleProblem(this.end, 0, missing ?? `a condition is missing${place}.`);
      return null;
    }
    this.index += 1;
    return token;
  }

  private takeIf(kind: Token['kind']): boolean {
    const isThere = this.peek()?.kind === kind;
    if (isThere) this.index += 1;
    return isThere;
  }

  private failRest(rest: Token): null {
    if (rest.kind === 'close') return this.fail(rest, '`)` closes a parenthesis that was never opened.');
    if (rest.kind === 'comparison') {
      return this.fail(rest, 'a condition compares once. Write a range as two: `x > 0.2 & x < 0.5`.');
    }
    return this.fail(rest, `\`&\` or \`|\` is expected before \`${rest.text}\`.`);
  }

  private failMissing(token: Token): null {
    const before = this.tokens[this.index - 2];
    const place =
      before === undefined ? `before \`${token.text}\`` : `between \`${before.text}\` and \`${token.text}\``;
    return this.fail(token, `a condition is missing ${place}.`);
  }

  private fail(token: Token, message: string): null {
    this.problem ??= ruleProblem(token.position, token.text.length, message);
    return null;
  }
}
