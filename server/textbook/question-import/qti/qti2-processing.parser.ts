import { elementOf, elementsOf, isXml, textIn, within, type Xml } from '../question-xml.parser.ts';

/** A declared response: its right values, and points by value. */
export interface Declared {
  readonly identifier: string;
  readonly cardinality: string;
  readonly baseType: string;
  readonly correct: readonly string[];
  readonly mapping: Mapping | null;
}

export interface Mapping {
  readonly entries: readonly { readonly key: string; readonly value: number; readonly caseSensitive: boolean }[];
  readonly otherwise: number;
  readonly upper: number | null;
}

const valuesOf = (element: Xml | undefined): string[] => (element ? elementsOf(element, 'value').map((one) => textIn(one).trim()) : []);
const numberOf = (text: string | undefined, otherwise: number): number =>
  text !== undefined && Number.isFinite(Number(text)) ? Number(text) : otherwise;

function mappingOf(declaration: Xml): Mapping | null {
  const mapping = elementOf(declaration, 'mapping');
  if (!mapping) return null;
  const upper = mapping.attributes['upperBound'];
  return {
    entries: elementsOf(mapping, 'mapEntry').map(({ attributes }) => ({
      key: (attributes['mapKey'] ?? '').trim(),
      value: numberOf(attributes['mappedValue'], 0),
      caseSensitive: attributes['caseSensitive'] === 'true',
    })),
    otherwise: numberOf(mapping.attributes['defaultValue'], 0),
    upper: upper === undefined || !Number.isFinite(Number(upper)) ? null : Number(upper),
  };
}

export const declaredIn = (item: Xml): Map<string, Declared> =>
  new Map(
    elementsOf(item, 'responseDeclaration').map((one) => {
      const identifier = one.attributes['identifier'] ?? '';
      return [
        identifier,
        {
          identifier,
          cardinality: one.attributes['cardinality'] ?? 'single',
          baseType: one.attributes['baseType'] ?? 'identifier',
          correct: valuesOf(elementOf(one, 'correctResponse')),
          mapping: mappingOf(one),
        },
      ];
    }),
  );

/** How the program of an item judges one response. */
export interface Judged {
  readonly maps: boolean;
  readonly matches: boolean;
  /** Of numbers: the mode and the one or two numbers of `equal`. */
  readonly tolerance: { readonly relative: boolean; readonly low: string; readonly high: string } | null;
  readonly from: string | null;
  readonly to: string | null;
  /** Strings are compared with case; null when the program does not say. */
  readonly caseSensitive: boolean | null;
}

export interface Processing {
  readonly of: (identifier: string) => Judged;
  /** The program has something that is not understood. */
  readonly unknown: boolean;
  /** All responses must be right together. */
  readonly together: boolean;
}

const KNOWN: ReadonlySet<string> = new Set([
  'responseCondition',
  'responseIf',
  'responseElseIf',
  'responseElse',
  'setOutcomeValue',
  'match',
  'variable',
  'correct',
  'baseValue',
  'sum',
  'isNull',
  'not',
  'and',
  'or',
  'equal',
  'stringMatch',
  'mapResponse',
  'gte',
  'lte',
  'exitResponse',
]);

const NOTHING: Judged = { maps: false, matches: false, tolerance: null, from: null, to: null, caseSensitive: null };
const variableOf = (element: Xml): string => elementOf(element, 'variable')?.attributes['identifier'] ?? '';
const baseOf = (element: Xml): string | null => {
  const base = elementOf(element, 'baseValue');
  return base ? textIn(base).trim() : null;
};

/** Reads the program that gives the points: the usual templates, and the usual explicit forms. */
export function processingOf(item: Xml): Processing {
  const processing = elementOf(item, 'responseProcessing');
  const template = processing?.attributes['template'] ?? processing?.attributes['templateLocation'] ?? '';
  if (!processing) return { of: () => NOTHING, unknown: false, together: false };
  if (template !== '' && elementsOf(processing).length === 0) {
    const maps = /map_response$|map_response\.xml$/.test(template);
    const matches = /match_(?:correct|basic)(?:\.xml)?$/.test(template);
    return { of: () => ({ ...NOTHING, maps, matches }), unknown: !maps && !matches, together: matches };
  }
  let unknown = false;
  let together = false;
  const found = new Map<string, Judged>();
  const note = (identifier: string, part: Partial<Judged>): void =>
    void (identifier === '' ? undefined : found.set(identifier, { ...NOTHING, ...found.get(identifier), ...part }));
  const walk = (element: Xml): void => {
    if (!KNOWN.has(element.name)) unknown = true;
    const correct = elementOf(element, 'correct') !== undefined;
    switch (element.name) {
      case 'match':
        if (correct) note(variableOf(element), { matches: true });
        // A comparison with a fixed value: feedback and flags do so, answers seldom.
        else if (!elementOf(element, 'variable')) unknown = true;
        else if (!/^(?:true|false)$/.test(baseOf(element) ?? '') && variableOf(element).startsWith('RESPONSE')) unknown = true;
        break;
      case 'stringMatch':
        note(variableOf(element), { matches: true, caseSensitive: element.attributes['caseSensitive'] !== 'false' });
        break;
      case 'mapResponse':
        note(element.attributes['identifier'] ?? '', { maps: true });
        break;
      case 'equal': {
        const [low = '0', high = low] = (element.attributes['tolerance'] ?? '0').trim().split(/\s+/);
        const mode = element.attributes['toleranceMode'] ?? 'exact';
        note(variableOf(element), { matches: true, tolerance: mode === 'exact' ? null : { relative: mode === 'relative', low, high } });
        break;
      }
      case 'gte':
      case 'lte': {
        const base = baseOf(element);
        // The variable must come first: 5 ≥ x is another question.
        if (base === null || elementsOf(element)[0]?.name !== 'variable') unknown ||= variableOf(element) !== 'SCORE';
        else note(variableOf(element), element.name === 'gte' ? { from: base } : { to: base });
        break;
      }
      case 'and':
        together ||= within(element, new Set(['match', 'equal', 'stringMatch', 'and'])).length > 1;
        break;
      default:
        break;
    }
    for (const child of element.children) if (isXml(child)) walk(child);
  };
  for (const child of elementsOf(processing)) walk(child);
  return { of: (identifier) => found.get(identifier) ?? NOTHING, unknown, together };
}
