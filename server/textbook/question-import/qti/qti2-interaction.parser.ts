import type { AnswerLanguage, BlankKey, Choice } from '../../../../contract/textbook/question-kind.ts';
import { QUESTION } from '../../../../contract/textbook/question-limits.ts';
import { newPartId } from '../../question/question-content.format.ts';
import {
  allOptionsPart,
  choiceOf,
  fillPart,
  FULL,
  isNumber,
  judgePart,
  optionsPart,
  orderPart,
  pairsPart,
  shareOf,
  writtenPart,
  type MadeBlank,
  type MadePart,
} from '../question-parts.format.ts';
import { elementOf, elementsOf, isXml, within, type Xml, type XmlContent } from '../question-xml.parser.ts';
import { plainText } from '../../../http/rich-text.ts';
import type { Declared, Judged, Mapping, Processing } from './qti2-processing.parser.ts';

/** A question cannot be read; what is wrong and what to do. */
export class UnreadableItem extends Error {
  readonly advice: string;
  constructor(what: string, advice = '请在这里手工新增，或在原系统改成单选、多选、判断、填空、连线、排序、简答后重新导出') {
    super(what);
    this.advice = advice;
  }
}

export const FEEDBACK: ReadonlySet<string> = new Set(['feedbackInline', 'feedbackBlock', 'modalFeedback', 'templateInline', 'templateBlock']);

/** An item while it is read. */
export interface Reading {
  readonly item: Xml;
  readonly declared: ReadonlyMap<string, Declared>;
  readonly processing: Processing;
  readonly language: AnswerLanguage;
  /** HTML of nodes, with sources of the package; feedback and rubrics are left out. */
  readonly html: (nodes: readonly XmlContent[], instead?: (element: Xml) => string | null) => string;
  readonly explanation: string;
  readonly hint: string;
  readonly full: number | null;
  readonly note: (what: string) => void;
}

const nothing: Declared = { identifier: '', cardinality: 'single', baseType: 'identifier', correct: [], mapping: null };
const declaredOf = ({ declared }: Reading, interaction: Xml): Declared => declared.get(interaction.attributes['responseIdentifier'] ?? '') ?? nothing;
const judgedOf = ({ processing }: Reading, { identifier }: Declared): Judged => processing.of(identifier);
/** Whether the points come from the mapping: the program says so, or there is nothing else. */
export const usesMapping = (reading: Reading, declared: Declared): boolean => {
  const { maps, matches } = judgedOf(reading, declared);
  return declared.mapping !== null && (maps || (!matches && declared.correct.length === 0));
};

const sumOf = ({ entries }: Mapping): number => entries.reduce((sum, { value }) => sum + Math.max(0, value), 0);
/** What all right values together are worth. */
export function worthOf({ full }: Reading, mapping: Mapping): number {
  const sum = sumOf(mapping);
  if (full !== null && full > 0 && Math.abs(sum - full) <= full * 0.01) return full;
  return mapping.upper !== null && mapping.upper > 0 && mapping.upper < sum ? mapping.upper : sum;
}

const TRUE = /^(?:true|t|对|正确|是|√|yes)$/i;
const FALSE = /^(?:false|f|错|错误|否|×|no)$/i;

function optionsOf(reading: Reading, interaction: Xml, stem: string): MadePart {
  const declared = declaredOf(reading, interaction);
  const several = declared.cardinality === 'multiple';
  const shuffles = interaction.attributes['shuffle'] === 'true';
  const list = elementsOf(interaction, 'simpleChoice').map((choice) => {
    const feedback = within(choice, FEEDBACK)
      .map((one) => reading.html(one.children))
      .join('');
    return {
      identifier: choice.attributes['identifier'] ?? '',
      html: reading.html(choice.children).trim(),
      fixed: choice.attributes['fixed'] === 'true' || !shuffles,
      ...(feedback.trim() === '' ? {} : { feedback: feedback.trim() }),
    };
  });
  const right = new Set(declared.correct);
  const [one, other] = list;
  if (!several && one && other && list.length === 2 && !list.some(({ feedback }) => feedback)) {
    const words = [one, other].map(({ html }) => plainText(html));
    const truth =
      TRUE.test(words[0] ?? '') && FALSE.test(words[1] ?? '') ? one : FALSE.test(words[0] ?? '') && TRUE.test(words[1] ?? '') ? other : null;
    const best = usesMapping(reading, declared) ? declared.mapping?.entries.toSorted((a, b) => b.value - a.value)[0]?.key : declared.correct[0];
    if (truth && best !== undefined) return judgePart(stem, best === truth.identifier, reading.explanation);
  }
  if (!usesMapping(reading, declared)) {
    if (several)
      return allOptionsPart(
        stem,
        list.map((choice) => ({ ...choice, share: 0, right: right.has(choice.identifier) })),
        reading.explanation,
      );
    return optionsPart(
      stem,
      list.map((choice) => ({ ...choice, share: right.has(choice.identifier) ? FULL : 0 })),
      reading.explanation,
      false,
    );
  }
  const mapping = declared.mapping!;
  const valueOf = (identifier: string): number => mapping.entries.find(({ key }) => key === identifier)?.value ?? mapping.otherwise;
  const most = several ? worthOf(reading, mapping) : Math.max(...list.map(({ identifier }) => valueOf(identifier)));
  return optionsPart(
    stem,
    list.map((choice) => ({ ...choice, share: most > 0 ? shareOf((valueOf(choice.identifier) / most) * 100) : 0 })),
    reading.explanation,
    several,
  );
}

/** Pairs `left right` of a response: all right ones, or those with points. */
function pairsIn(reading: Reading, declared: Declared): [string, string][] {
  const values = usesMapping(reading, declared)
    ? (declared.mapping?.entries ?? []).filter(({ value }) => value > 0).map(({ key }) => key)
    : declared.correct;
  if (usesMapping(reading, declared) && new Set(declared.mapping?.entries.filter(({ value }) => value > 0).map(({ value }) => value)).size > 1)
    reading.note('各对的分值不同，这里平分');
  return values.map((value) => {
    const [left = '', right = ''] = value.split(/\s+/);
    return [left, right];
  });
}

const policyOf = (reading: Reading, declared: Declared): 'all' | 'each' => (usesMapping(reading, declared) ? 'each' : 'all');

function matchOf(reading: Reading, interaction: Xml, stem: string): MadePart {
  const declared = declaredOf(reading, interaction);
  const isAssociation = interaction.name === 'associateInteraction';
  const sets = elementsOf(interaction, 'simpleMatchSet');
  const choices = (holder: Xml | undefined): Xml[] => (holder ? elementsOf(holder, 'simpleAssociableChoice') : []);
  const all = isAssociation ? choices(interaction) : sets.flatMap(choices);
  const html = new Map(all.map((one) => [one.attributes['identifier'] ?? '', reading.html(one.children).trim()]));
  let pairs = pairsIn(reading, declared);
  let lefts = choices(sets[0]).map((one) => one.attributes['identifier'] ?? '');
  let rights = choices(sets[1]);
  const repeats = (side: 0 | 1): boolean => new Set(pairs.map((pair) => pair[side])).size < pairs.length;
  if (isAssociation) {
    lefts = pairs.map(([left]) => left);
    const used = new Set(lefts);
    rights = all.filter((one) => !used.has(one.attributes['identifier'] ?? ''));
    reading.note('两两配对的题已改为连线');
  } else if (repeats(0) && !repeats(1)) {
    // Each item of the right side has one partner, but not each of the left.
    pairs = pairs.map(([left, right]) => [right, left]);
    [lefts, rights] = [choices(sets[1]).map((one) => one.attributes['identifier'] ?? ''), choices(sets[0])];
  } else if (repeats(0)) throw new UnreadableItem('连线题里一项连到几项，这里一项只能连一项');
  const partner = new Map(pairs);
  const used = new Set(partner.values());
  const rows = lefts.map((left): [string, string] => [html.get(left) ?? '', html.get(partner.get(left) ?? '') ?? '']);
  if (rows.some(([, right]) => right === '')) throw new UnreadableItem('连线题有一项没有配对', '请补上配对后重新导出');
  const distractors = rights
    .map((one) => one.attributes['identifier'] ?? '')
    .filter((id) => !used.has(id))
    .map((id): [string, string] => ['', html.get(id) ?? '']);
  const reusable = rights.some((one) => (one.attributes['matchMax'] ?? '1') !== '1');
  return pairsPart(stem, [...rows, ...distractors], reading.explanation, policyOf(reading, declared), reusable);
}

function orderOf(reading: Reading, interaction: Xml, stem: string): MadePart {
  const { correct } = declaredOf(reading, interaction);
  const html = new Map(elementsOf(interaction, 'simpleChoice').map((one) => [one.attributes['identifier'] ?? '', reading.html(one.children).trim()]));
  if (correct.length < html.size) throw new UnreadableItem('排序题的答案没有包括全部项目', '请补全顺序后重新导出');
  return orderPart(
    stem,
    correct.map((id) => html.get(id) ?? ''),
    reading.explanation,
    'all',
  );
}

const LENGTH = /^\^?\[\\s\\S\]\{0,(\d{1,5})\}\$?$/;

function writtenOf(reading: Reading, interaction: Xml, stem: string): MadePart {
  if (interaction.name === 'uploadInteraction') {
    const type = interaction.attributes['type'] ?? '';
    const [photos, recording] = [type.startsWith('image'), type.startsWith('audio')];
    return {
      shown: { kind: 'upload', stem, photos: photos ? 1 : 0, recording, files: photos || recording ? 0 : 1 },
      key: { kind: 'upload', explanation: reading.explanation, rubric: [], hint: reading.hint },
    };
  }
  const length = LENGTH.exec(interaction.attributes['patternMask'] ?? '')?.[1];
  const { correct } = declaredOf(reading, interaction);
  return writtenPart(stem, reading.explanation, reading.hint || correct.join('\n'), length ? Number(length) : QUESTION.shortAnswer);
}

/** Keys of a written blank. */
function blankOf(reading: Reading, interaction: Xml, id: string): MadeBlank {
  const declared = declaredOf(reading, interaction);
  const judged = judgedOf(reading, declared);
  const maps = usesMapping(reading, declared);
  const entries = maps ? (declared.mapping?.entries ?? []).filter(({ value }) => value > 0) : [];
  const most = Math.max(0, ...entries.map(({ value }) => value));
  const given = maps
    ? entries.map(({ key, value }) => ({ text: key, share: shareOf((value / most) * 100) }))
    : declared.correct.map((text) => ({ text, share: FULL }));
  if (declared.baseType !== 'float' && declared.baseType !== 'integer') {
    const exactCase = maps ? entries.some(({ caseSensitive }) => caseSensitive) : (judged.caseSensitive ?? true);
    return { id, keys: given.map(({ text, share }) => ({ text, share })), exactCase };
  }
  if (judged.from !== null && judged.to !== null) return { id, keys: [{ share: FULL, from: judged.from, to: judged.to }] };
  return {
    id,
    keys: given.map(({ text, share }): BlankKey => {
      if (!isNumber(text)) throw new UnreadableItem(`答案“${text.slice(0, 40)}”不是数`, '请改成数字后重新导出');
      const { tolerance } = judged;
      if (!tolerance || (Number(tolerance.low) === 0 && Number(tolerance.high) === 0)) return { share, value: text };
      if (tolerance.low !== tolerance.high) {
        const scale = tolerance.relative ? Number(text) / 100 : 1;
        const ends = [Number(text) - Number(tolerance.low) * scale, Number(text) + Number(tolerance.high) * scale].toSorted((a, b) => a - b);
        return { share, from: String(ends[0]), to: String(ends[1]) };
      }
      return tolerance.relative
        ? { share, value: text, tolerance: String(Number(tolerance.low) / 100), relative: true }
        : { share, value: text, tolerance: tolerance.low };
    }),
  };
}

function inlineChoiceOf(reading: Reading, interaction: Xml, id: string): MadeBlank {
  const declared = declaredOf(reading, interaction);
  const given = elementsOf(interaction, 'inlineChoice').map((one) => ({
    identifier: one.attributes['identifier'] ?? '',
    choice: choiceOf(reading.html(one.children).trim(), one.attributes['fixed'] === 'true'),
  }));
  const maps = usesMapping(reading, declared);
  const most = Math.max(0, ...(declared.mapping?.entries ?? []).map(({ value }) => value));
  const keys = given.flatMap(({ identifier, choice }): BlankKey[] => {
    const value = maps
      ? (declared.mapping?.entries.find(({ key }) => key === identifier)?.value ?? 0)
      : declared.correct.includes(identifier)
        ? most || 1
        : 0;
    return value > 0 ? [{ share: maps ? shareOf((value / most) * 100) : FULL, text: choice.id }] : [];
  });
  return { id, keys, choices: given.map(({ choice }) => choice) };
}

export function fillOf(reading: Reading, nodes: readonly XmlContent[], before: string): MadePart {
  const blanks: MadeBlank[] = [];
  const rights = new Map<string, string>();
  const bank: { readonly identifier: string; readonly html: string }[] = [];
  let policy: 'all' | 'each' = reading.processing.together ? 'all' : 'each';
  const instead = (element: Xml): string | null => {
    const id = newPartId();
    if (element.name === 'textEntryInteraction' || element.name === 'inlineChoiceInteraction') {
      blanks.push(element.name === 'textEntryInteraction' ? blankOf(reading, element, id) : inlineChoiceOf(reading, element, id));
      return `[[${id}]]`;
    }
    if (element.name === 'gapMatchInteraction') {
      const declared = declaredOf(reading, element);
      policy = policyOf(reading, declared);
      for (const [word, gap] of pairsIn(reading, declared)) rights.set(gap, word);
      for (const word of elementsOf(element).filter(({ name }) => name === 'gapText' || name === 'gapImg'))
        bank.push({ identifier: word.attributes['identifier'] ?? '', html: reading.html(word.children).trim() });
      return reading.html(
        element.children.filter((child) => !isXml(child) || (child.name !== 'gapText' && child.name !== 'gapImg')),
        instead,
      );
    }
    if (element.name === 'prompt') return `<div>${reading.html(element.children, instead)}</div>`;
    if (element.name !== 'gap') return null;
    const choices: Choice[] = bank.map(({ html }) => choiceOf(html));
    const right = bank.findIndex(({ identifier }) => identifier === rights.get(element.attributes['identifier'] ?? ''));
    blanks.push({ id, choices, keys: right < 0 ? [] : [{ share: FULL, text: choices[right]?.id ?? '' }] });
    return `[[${id}]]`;
  };
  const stem = before + reading.html(nodes, instead).trim();
  return fillPart(stem, blanks, reading.explanation, reading.language, blanks.length > 1 ? policy : 'each');
}

export function blockOf(reading: Reading, interaction: Xml, stem: string): MadePart {
  switch (interaction.name) {
    case 'choiceInteraction':
      return optionsOf(reading, interaction, stem);
    case 'matchInteraction':
    case 'associateInteraction':
      return matchOf(reading, interaction, stem);
    case 'orderInteraction':
      return orderOf(reading, interaction, stem);
    default:
      return writtenOf(reading, interaction, stem);
  }
}

export const promptOf = (reading: Reading, interaction: Xml): string => {
  const prompt = elementOf(interaction, 'prompt');
  return prompt ? reading.html(prompt.children).trim() : '';
};
