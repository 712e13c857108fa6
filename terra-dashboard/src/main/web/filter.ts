/**
 * Filter expressions of the tables: {@code use > 0.9 and state = down}, {@code left > 10 GB or not queue = etl}, or just words.
 *
 *   expression = term { "or" term }      term = factor { "and" factor }
 *   factor = "not" factor | "(" expression ")" | field operator value | word
 *   operator = "=" | "!=" | "<" | "<=" | ">" | ">=" | "~" (contains)
 */

export type Value = string | number | boolean | null;

/** What can be asked of a row, by name. */
export type Fields<T> = Record<string, (row: T) => Value>;

export type Predicate<T> = (row: T) => boolean;

export class FilterError extends Error {
  constructor(
    message: string,
    /** Where in the text, from 0. */
    readonly at: number,
  ) {
    super(message);
  }
}

interface Token {
  text: string;
  at: number;
  quoted: boolean;
}

/** Brackets and negations within each other: more than anybody types, and few enough for the stack. */
const MOST_DEEP = 50;
const OPERATORS = new Set(['=', '!=', '<', '<=', '>', '>=', '~']);
const UNITS: Record<string, number> = {
  '%': 0.01, ms: 0.001, s: 1, min: 60, h: 3600, d: 86400,
  b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12,
  'bit/s': 1 / 8, bps: 1 / 8, kbps: 125, mbps: 125e3, gbps: 125e6, tbps: 125e9, 'kbit/s': 125, 'mbit/s': 125e3, 'gbit/s': 125e6, 'tbit/s': 125e9,
  'b/s': 1, 'kb/s': 1e3, 'mb/s': 1e6, 'gb/s': 1e9,
};
const NUMBER = /^([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)\s*([a-z%/]*)$/i;

/** The rows that an expression asks for; an empty one asks for all. */
export function compile<T>(text: string, fields: Fields<T>): Predicate<T> {
  const tokens = tokenize(text);
  if (tokens.length === 0) {
    return () => true;
  }
  const parser = new Parser(tokens, fields, text.length);
  return parser.whole();
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\s*(?:"([^"]*)"|(!=|<=|>=|[=<>~()])|([^\s=<>~()!"]+(?:!(?!=)[^\s=<>~()!"]*)*))/y;
  while (pattern.lastIndex < text.length && text.slice(pattern.lastIndex).trim() !== '') {
    const from = pattern.lastIndex;
    const found = pattern.exec(text);
    if (found === null) {
      throw new FilterError(`"${text.slice(from).trim().slice(0, 10)}" is not understood`, from);
    }
    const token = found[1] ?? found[2] ?? found[3] ?? '';
    tokens.push({ text: token, at: pattern.lastIndex - token.length - (found[1] === undefined ? 0 : 1), quoted: found[1] !== undefined });
  }
  return tokens;
}

class Parser<T> {
  private next = 0;
  private depth = 0;

  constructor(
    private readonly tokens: Token[],
    private readonly fields: Fields<T>,
    private readonly end: number,
  ) {}

  whole(): Predicate<T> {
    const result = this.expression();
    const rest = this.tokens[this.next];
    if (rest !== undefined) {
      throw new FilterError(`expected "and" or "or" before "${rest.text}"`, rest.at);
    }
    return result;
  }

  private expression(): Predicate<T> {
    let left = this.term();
    while (this.take('or')) {
      const a = left;
      const b = this.term();
      left = (row) => a(row) || b(row);
    }
    return left;
  }

  private term(): Predicate<T> {
    let left = this.factor();
    while (this.take('and')) {
      const a = left;
      const b = this.factor();
      left = (row) => a(row) && b(row);
    }
    return left;
  }

  private factor(): Predicate<T> {
    this.depth++;
    if (this.depth > MOST_DEEP) {
      throw new FilterError('too many brackets within each other', this.here());
    }
    const result = this.inner();
    this.depth--;
    return result;
  }

  private inner(): Predicate<T> {
    if (this.take('not')) {
      const inner = this.factor();
      return (row) => !inner(row);
    }
    if (this.take('(')) {
      const inner = this.expression();
      if (!this.take(')')) {
        throw new FilterError('a ")" is missing', this.here());
      }
      return inner;
    }
    return this.comparisonOrWord();
  }

  private comparisonOrWord(): Predicate<T> {
    const token = this.tokens[this.next];
    if (token === undefined || (!token.quoted && (OPERATORS.has(token.text) || token.text === ')'))) {
      throw new FilterError('expected a field, such as state, or a word', this.here());
    }
    this.next++;
    const operator = this.tokens[this.next];
    if (operator !== undefined && !operator.quoted && OPERATORS.has(operator.text)) {
      this.next++;
      return this.comparison(token, operator.text);
    }
    return this.contains(token.text);
  }

  private contains(word: string): Predicate<T> {
    const wanted = word.toLowerCase();
    const all = Object.values(this.fields);
    return (row) => all.some((field) => String(field(row) ?? '').toLowerCase().includes(wanted));
  }

  private comparison(name: Token, operator: string): Predicate<T> {
    const field = own(this.fields, name.text.toLowerCase());
    if (field === undefined) {
      throw new FilterError(`there is no field "${name.text}"; there are ${Object.keys(this.fields).join(', ')}`, name.at);
    }
    const value = this.tokens[this.next];
    if (value === undefined || (!value.quoted && (OPERATORS.has(value.text) || value.text === '(' || value.text === ')'))) {
      throw new FilterError(`expected a value after "${operator}"`, this.here());
    }
    this.next++;
    const text = this.withUnit(value);
    return compare(field, operator, text);
  }

  /** A unit may stand apart from its number: 10 GB. */
  private withUnit(value: Token): string {
    const unit = this.tokens[this.next];
    if (!value.quoted && /^[\d.]+$/.test(value.text) && unit !== undefined && !unit.quoted && own(UNITS, unit.text.toLowerCase()) !== undefined) {
      this.next++;
      return value.text + unit.text;
    }
    return value.text;
  }

  private take(word: string): boolean {
    const token = this.tokens[this.next];
    if (token !== undefined && !token.quoted && token.text.toLowerCase() === word) {
      this.next++;
      return true;
    }
    return false;
  }

  private here(): number {
    return this.tokens[this.next]?.at ?? this.end;
  }
}

/** What an object has itself; its ancestors have members too, such as constructor. */
function own<T>(of: Record<string, T>, name: string): T | undefined {
  return Object.prototype.hasOwnProperty.call(of, name) ? of[name] : undefined;
}

/** A number with or without a unit, in bytes, bytes a second, seconds or as a share; NaN if it is none. */
export function quantity(text: string): number {
  const found = NUMBER.exec(text);
  const factor = found === null ? undefined : found[2] === '' ? 1 : own(UNITS, found[2]!.toLowerCase());
  return factor === undefined ? Number.NaN : Number(found![1]) * factor;
}

function compare<T>(field: (row: T) => Value, operator: string, text: string): Predicate<T> {
  const number = quantity(text);
  const word = text.toLowerCase();
  return (row) => {
    const value = field(row);
    if (operator === '~') {
      return String(value ?? '').toLowerCase().includes(word);
    }
    if (value === null) {
      return (operator === '=') === (word === 'none') && (operator === '=' || operator === '!=');
    }
    if (typeof value === 'number') {
      return Number.isNaN(number) ? operator === '!=' : holds(Math.sign(value - number), operator);
    }
    return holds(String(value).toLowerCase().localeCompare(word), operator);
  };
}

function holds(sign: number, operator: string): boolean {
  switch (operator) {
    case '=':
      return sign === 0;
    case '!=':
      return sign !== 0;
    case '<':
      return sign < 0;
    case '<=':
      return sign <= 0;
    case '>':
      return sign > 0;
    default:
      return sign >= 0;
  }
}
