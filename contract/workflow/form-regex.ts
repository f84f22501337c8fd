import { FORM_LIMITS } from './form-content.ts';

export interface ParsedRegex {
  readonly source: string;
  readonly flags: string;
  /** One regular expression literal; compatible renderers evaluate this text. */
  readonly text: string;
}

const KEPT = 'imsuv';
const IGNORED = 'gyd';

/**
 * Reads `/source/flags` or a bare source, without evaluating it. Returns the parts, or the message why it is not a regular expression.
 */
export function parseRegex(input: string): ParsedRegex | string {
  const text = input.trim();
  const wrong = `正则表达式不正确：${text.slice(0, FORM_LIMITS.pattern)}`;
  if (text === '') return '请填写正则表达式';
  if (text.length > FORM_LIMITS.pattern) return `正则表达式不能超过${FORM_LIMITS.pattern}个字符`;
  const end = text.startsWith('/') ? text.lastIndexOf('/') : 0;
  const source = end > 0 ? text.slice(1, end) : text;
  const given = end > 0 ? text.slice(end + 1).split('') : [];
  if (!given.every((flag) => KEPT.includes(flag) || IGNORED.includes(flag))) return wrong;
  const flags = given.filter((flag) => KEPT.includes(flag));
  try {
    const regex = new RegExp(source, flags.join(''));
    return { source: regex.source, flags: regex.flags, text: String(regex) };
  } catch {
    return wrong;
  }
}

/** Returns the canonical literal of a pattern, or null. */
export function canonicalRegex(input: string): string | null {
  const parsed = parseRegex(input);
  return typeof parsed === 'string' ? null : parsed.text;
}

/** Longest text that a pattern of a form is tested with. */
export const REGEX_INPUT_LENGTH = 2_000;
/** Milliseconds that one match may take. */
export const REGEX_TIME_LIMIT = 50;
export const REGEX_TIMEOUT_MESSAGE = '校验规则过于复杂，请联系管理员';
export const slowRegexMessage = (text: string): string => `正则表达式可能使校验卡死，请改写：${text}`;

const LITERALS = 12;
const ATOMS = 40;
const SEQUENCES = 60;
const END = '\u0001';
const USUAL = [...'aA1_中 '];

/** A group, an alternative, a quantifier, an escape, a class, or one character. */
const TOKEN =
  /\((?:\?(?:<?[=!]|[\w-]*:|<[^>]*>))?|[|)]|\{\d+(?:,\d*)?\}|[*+?^$]|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|./gsu;

/**
 * Returns the short sequences that a repeated group of a pattern may match in more than one way: neighbours of two and three, and whole
 * alternatives. Each class stands for the character that most parts of the pattern match, because there alternatives overlap.
 */
function sequencesOf(source: string): string[] {
  const tokens = (source.match(TOKEN) ?? []).filter((one) => !/^(?:\{\d|[*+?^$]$)/.test(one));
  const isEdge = (one: string): boolean => one.startsWith('(') || one === '|' || one === ')';
  const kinds = [...new Set(tokens.filter((one) => !isEdge(one)))].slice(0, ATOMS);
  const candidates = [...new Set([...USUAL, ...kinds.join('').replace(/\\(?:u\{?[\da-fA-F]*\}?|x..|[a-zA-Z])|[\\[\]^]/g, '')])].slice(0, ATOMS);
  const found = kinds.map((kind) => [kind, candidates.filter((one) => matches(kind, one))] as const);
  const popular = (one: string): number => found.filter(([, matched]) => matched.includes(one)).length;
  const characters = new Map(found.map(([kind, matched]) => [kind, matched.toSorted((a, b) => popular(b) - popular(a)).slice(0, 2)]));
  const runs: string[][][] = [[]];
  for (const token of tokens.slice(0, ATOMS * 2)) {
    if (isEdge(token)) runs.push([]);
    else if (characters.get(token)?.length) runs.at(-1)?.push(characters.get(token)!);
  }
  const all = runs.flat();
  const pairs = all.slice(1).flatMap((next, index) => all[index]!.flatMap((one) => next.map((other) => one + other)));
  const joined = (atoms: readonly string[][]): string => atoms.map(([one]) => one).join('');
  const triples = all.slice(2).map((_, index) => joined(all.slice(index, index + 3)));
  const whole = runs.filter((run) => run.length > 1 && run.length <= 20).map(joined);
  const varied = (list: readonly string[]): string[] => [...new Set(list)].filter((one) => new Set(one).size > 1).slice(0, SEQUENCES / 3);
  return [...new Set([...varied(whole), ...varied(pairs), ...varied(triples)])];
}

function matches(atom: string, character: string): boolean {
  try {
    return new RegExp(`^(?:${atom})$`, /^\\[pPu]\{/.test(atom) ? 'u' : '').test(character);
  } catch {
    return false;
  }
}

/** Returns texts on which a pattern with too much backtracking runs for long: repeated characters that end in one that does not match. */
export function probeInputs(source: string): string[] {
  const literals = [...new Set([...source.replace(/\\./g, '')].filter((one) => !/[\\^$.*+?()[\]{}|]/.test(one)))].slice(0, LITERALS);
  const characters = [...new Set([...USUAL, ...literals])];
  return [
    ...characters.flatMap((one) => [one.repeat(30) + END, one.repeat(2_000) + END]),
    ...literals.flatMap((one) => [`a${one}${'a'.repeat(30)}${END}`, `1${one}${'1'.repeat(30)}${END}`]),
    ...sequencesOf(source).flatMap((one) => [one.repeat(30) + END, one.repeat(Math.floor(REGEX_INPUT_LENGTH / one.length)) + END]),
  ];
}
