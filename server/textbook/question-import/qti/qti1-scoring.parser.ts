import { elementOf, elementsOf, textIn, within, type Xml } from '../question-xml.parser.ts';

/** What a student gives: identifiers or texts by response. */
export type Given = ReadonlyMap<string, readonly string[]>;

interface Condition {
  readonly test: Xml | undefined;
  readonly sets: readonly { readonly name: string; readonly action: string; readonly value: number }[];
  readonly stops: boolean;
  readonly feedback: readonly string[];
}

const UNDERSTOOD: ReadonlySet<string> = new Set([
  'varequal',
  'and',
  'or',
  'not',
  'vargte',
  'vargt',
  'varlte',
  'varlt',
  'other',
  'unanswered',
  'varsubstring',
]);

/** The program of a QTI 1.2 item. */
export class Scoring {
  readonly #conditions: readonly Condition[];
  readonly #maximum: number | null;
  readonly #first: number;
  /** It has something that is not understood. */
  readonly unknown: boolean;

  constructor(item: Xml) {
    const processings = elementsOf(item, 'resprocessing');
    const variables = processings.flatMap((one) => within(one, new Set(['decvar'])));
    const score = variables.find((one) => isScore(one.attributes['varname'] ?? 'SCORE')) ?? variables[0];
    const maximum = Number(score?.attributes['maxvalue']);
    this.#maximum = score?.attributes['maxvalue'] !== undefined && Number.isFinite(maximum) && maximum > 0 ? maximum : null;
    this.#first = Number(score?.attributes['defaultval']) || 0;
    let unknown = false;
    this.#conditions = processings
      .flatMap((one) => elementsOf(one, 'respcondition'))
      .map((one) => {
        const test = elementOf(one, 'conditionvar');
        const sets = elementsOf(one, 'setvar')
          .map((set) => ({
            name: set.attributes['varname'] ?? 'SCORE',
            action: (set.attributes['action'] ?? 'Set').toLowerCase(),
            value: valueOf(textIn(set).trim()),
          }))
          .filter(({ name }) => isScore(name));
        if (sets.some(({ value }) => Number.isNaN(value)) || (sets.length > 0 && !isUnderstood(test))) unknown = true;
        return {
          test,
          sets: sets.filter(({ value }) => !Number.isNaN(value)),
          stops: (one.attributes['continue'] ?? 'No').toLowerCase() === 'no' && sets.every(({ action }) => action === 'set') && sets.length > 0,
          feedback: elementsOf(one, 'displayfeedback').map((link) => link.attributes['linkrefid'] ?? ''),
        };
      });
    this.unknown = unknown;
  }

  /** The largest score that the item declares; null when it does not. */
  get maximum(): number | null {
    return this.#maximum;
  }

  scoreOf(given: Given): number {
    let score = this.#first;
    for (const { test, sets, stops } of this.#conditions) {
      if (sets.length === 0 || !test || !holdsAll(test, given)) continue;
      for (const { action, value } of sets)
        score =
          action === 'add'
            ? score + value
            : action === 'subtract'
              ? score - value
              : action === 'multiply'
                ? score * value
                : action === 'divide' && value !== 0
                  ? score / value
                  : value;
      if (stops) break;
    }
    return score;
  }

  /** Values that a condition with points compares with a response, without those that must not be given. */
  valuesOf(response: string): { readonly text: string; readonly exactCase: boolean }[] {
    const found: { text: string; exactCase: boolean }[] = [];
    const walk = (element: Xml): void => {
      for (const child of elementsOf(element)) {
        if (child.name === 'not') continue;
        if (child.name === 'varequal' && child.attributes['respident'] === response)
          found.push({ text: textIn(child).trim(), exactCase: (child.attributes['case'] ?? '').toLowerCase() === 'yes' });
        walk(child);
      }
    };
    for (const { test, sets } of this.#conditions) if (test && sets.some(({ value, action }) => value > 0 && action !== 'subtract')) walk(test);
    return found;
  }

  /** Ranges of numbers that a condition with points compares with a response. */
  rangesOf(response: string): { readonly from: string; readonly to: string }[] {
    const found: { from: string; to: string }[] = [];
    const walk = (element: Xml): void => {
      const bound = (...names: string[]): string | undefined => {
        const one = elementsOf(element).find((child) => names.includes(child.name) && child.attributes['respident'] === response);
        return one && textIn(one).trim();
      };
      const [from, to] = [bound('vargte', 'vargt'), bound('varlte', 'varlt')];
      if (from !== undefined && to !== undefined) found.push({ from, to });
      for (const child of elementsOf(element)) if (child.name !== 'not') walk(child);
    };
    for (const { test, sets } of this.#conditions) if (test && sets.some(({ value }) => value > 0)) walk(test);
    return found;
  }

  /** Feedback that is shown when exactly this is given. */
  feedbackOf(given: Given): string[] {
    return this.#conditions.flatMap(({ test, feedback }) =>
      test && elementsOf(test).some(({ name }) => name !== 'other') && holdsAll(test, given) ? feedback : [],
    );
  }
}

const isScore = (name: string): boolean => /^(?:score|que_score|d2l_|total)/i.test(name);
/** Blackboard writes the full score as a word. */
const valueOf = (text: string): number => (/^(?:SCORE\.)?max$/i.test(text) ? 100 : text === '' ? Number.NaN : Number(text));

function isUnderstood(test: Xml | undefined): boolean {
  if (!test) return false;
  return elementsOf(test).every(
    (one) => UNDERSTOOD.has(one.name) && (one.name === 'and' || one.name === 'or' || one.name === 'not' ? isUnderstood(one) : true),
  );
}

const holdsAll = (element: Xml, given: Given): boolean => elementsOf(element).every((one) => holds(one, given));

function holds(element: Xml, given: Given): boolean {
  const values = given.get(element.attributes['respident'] ?? '') ?? [];
  const wanted = textIn(element).trim();
  const exact = (element.attributes['case'] ?? '').toLowerCase() === 'yes';
  const same = (one: string): boolean => one === wanted || (!exact && one.toLowerCase() === wanted.toLowerCase());
  const number = (fits: (value: number) => boolean): boolean => values.some((one) => one.trim() !== '' && fits(Number(one)));
  switch (element.name) {
    case 'and':
      return holdsAll(element, given);
    case 'or':
      return elementsOf(element).some((one) => holds(one, given));
    case 'not':
      return !holdsAll(element, given);
    case 'varequal': {
      const place = Number(element.attributes['index']);
      return place > 0 ? same(values[place - 1] ?? '') : values.some(same);
    }
    case 'varsubstring':
      return values.some((one) => one.toLowerCase().includes(wanted.toLowerCase()));
    case 'vargte':
      return number((value) => value >= Number(wanted));
    case 'vargt':
      return number((value) => value > Number(wanted));
    case 'varlte':
      return number((value) => value <= Number(wanted));
    case 'varlt':
      return number((value) => value < Number(wanted));
    case 'unanswered':
      return values.length === 0;
    case 'other':
      return true;
    default:
      return false;
  }
}
