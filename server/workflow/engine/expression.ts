/**
 * Conditions of a definition: `${days > 3 && kind == 'sick'}`. A closed grammar: comparison, `&&`, `||`, `!`, parentheses, literals and
 * dotted names. It is parsed here and never run as code.
 */
export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'name'; readonly path: readonly string[] }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'compare'; readonly operator: Operator; readonly left: Expression; readonly right: Expression };

type Operator = '==' | '!=' | '>' | '>=' | '<' | '<=';
export type Variables = Readonly<Record<string, unknown>>;

const MAX_LENGTH = 500;
const MAX_DEPTH = 40;
const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)|(&&|\|\||==|!=|>=|<=|[><!()-]))/y;
/** Word forms of the operators, as other designers write them. */
const WORDS: Readonly<Record<string, string>> = { and: '&&', or: '||', not: '!', eq: '==', ne: '!=', gt: '>', ge: '>=', lt: '<', le: '<=' };
const LITERALS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

interface Token {
  readonly sign?: string;
  readonly value?: Expression;
}

/** Returns the parsed expression, or null when the text is not in the grammar. */
export function parseExpression(text: string): Expression | null {
  const inner = /^\s*[$#]\{([\s\S]*)\}\s*$/.exec(text)?.[1];
  if (inner === undefined || inner.length > MAX_LENGTH) return null;
  const tokens = tokensOf(inner);
  if (!tokens) return null;
  let at = 0;
  let depth = 0;
  const next = (...signs: string[]): string | null => {
    const { sign } = tokens[at] ?? {};
    if (sign === undefined || !signs.includes(sign)) return null;
    at++;
    return sign;
  };
  const chain = (sign: '&&' | '||', kind: 'and' | 'or', part: () => Expression | null): Expression | null => {
    let left = part();
    while (left && next(sign)) {
      const right = part();
      left = right && { kind, left, right };
    }
    return left;
  };
  const anyOf = (): Expression | null => chain('||', 'or', () => chain('&&', 'and', negated));
  const negated = (): Expression | null => {
    if (++depth > MAX_DEPTH) return null;
    try {
      if (!next('!')) return compared();
      const of = negated();
      return of && { kind: 'not', of };
    } finally {
      depth--;
    }
  };
  const compared = (): Expression | null => {
    const left = single();
    const operator = left && (next('==', '!=', '>', '>=', '<', '<=') as Operator | null);
    if (!left || !operator) return left;
    const right = single();
    return right && { kind: 'compare', operator, left, right };
  };
  const single = (): Expression | null => {
    if (next('(')) {
      const inside = anyOf();
      return inside && next(')') ? inside : null;
    }
    const minus = next('-') !== null;
    const { value } = tokens[at] ?? {};
    if (!value) return null;
    at++;
    if (!minus) return value;
    return value.kind === 'literal' && typeof value.value === 'number' ? { kind: 'literal', value: -value.value } : null;
  };
  const whole = anyOf();
  return whole && at === tokens.length ? whole : null;
}

function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = [];
  const trimmed = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const found = TOKEN.exec(trimmed);
    if (!found) return null;
    const [, number, single, double, name, sign] = found;
    if (sign !== undefined) tokens.push({ sign });
    else if (number !== undefined) tokens.push({ value: { kind: 'literal', value: Number(number) } });
    else if (name !== undefined) tokens.push(nameToken(name));
    else tokens.push({ value: { kind: 'literal', value: (single ?? double ?? '').replace(/\\(.)/g, '$1') } });
  }
  return tokens;
}

function nameToken(name: string): Token {
  const sign = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  if (sign) return { sign };
  const literal = LITERALS.get(name);
  return { value: literal === undefined ? { kind: 'name', path: name.split('.') } : { kind: 'literal', value: literal } };
}

/** Names that an expression reads, first part only. */
export function namesIn(expression: Expression): string[] {
  switch (expression.kind) {
    case 'literal':
      return [];
    case 'name':
      return [expression.path[0] ?? ''];
    case 'not':
      return namesIn(expression.of);
    default:
      return [...namesIn(expression.left), ...namesIn(expression.right)];
  }
}

/** Whether the condition holds. A missing name is null; only own properties are read. */
export function holds(expression: Expression, variables: Variables): boolean {
  const value = valueOf(expression, variables);
  return value === true || value === 'true';
}

function valueOf(expression: Expression, variables: Variables): unknown {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'name':
      return expression.path.reduce<unknown>(own, variables);
    case 'not':
      return !holds(expression.of, variables);
    case 'and':
      return holds(expression.left, variables) && holds(expression.right, variables);
    case 'or':
      return holds(expression.left, variables) || holds(expression.right, variables);
    case 'compare':
      return compare(expression.operator, valueOf(expression.left, variables), valueOf(expression.right, variables));
  }
}

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : null;

function compare(operator: Operator, first: unknown, second: unknown): boolean {
  const [left, right] = alike(first ?? null, second ?? null);
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  const comparable = (typeof left === 'number' && typeof right === 'number') || (typeof left === 'string' && typeof right === 'string');
  if (!comparable) return false;
  const [a, b] = [left as number, right as number];
  return operator === '>' ? a > b : operator === '>=' ? a >= b : operator === '<' ? a < b : a <= b;
}

/** Form values may be text where the definition compares a number or a boolean: the text is converted when it is one. */
function alike(left: unknown, right: unknown): [unknown, unknown] {
  if (typeof left === 'number' && typeof right === 'string') return [left, numeric(right)];
  if (typeof left === 'string' && typeof right === 'number') return [numeric(left), right];
  if (typeof left === 'boolean' && typeof right === 'string') return [String(left), right];
  if (typeof left === 'string' && typeof right === 'boolean') return [left, String(right)];
  return [left, right];
}

const numeric = (text: string): unknown => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text);
