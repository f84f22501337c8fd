import { isPinnedText } from '../../../contract/textbook/display-order.ts';
import { plainOf } from '../../../contract/textbook/plain-html.ts';
import {
  MULTI_POLICIES,
  type BlankKey,
  type Choice,
  type KeyBlank,
  type KeyPart,
  type ShownBlank,
  type ShownPart,
} from '../../../contract/textbook/question-kind.ts';
import { escapeXml } from '../../document/escape-xml.ts';
import { plainNumber } from './number-range.format.ts';
import { withAddresses, xmlOf, type ExportQuestion, type MediaByAddress } from './export-html.format.ts';

type Of<T, K> = Extract<T, { readonly kind: K }>;

/** One interaction with its declaration and the steps of the program that give its points. */
interface Made {
  readonly declarations: string;
  readonly body: string;
  readonly steps: string;
}

const SUM = (value: string): string => `<setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/>${value}</sum></setOutcomeValue>`;
const float = (value: number): string => `<baseValue baseType="float">${Number(value.toFixed(6))}</baseValue>`;
const whenRight = (test: string, points: number): string =>
  `<responseCondition><responseIf>${test}${SUM(float(points))}</responseIf></responseCondition>`;
const matches = (id: string): string => `<match><variable identifier="${id}"/><correct identifier="${id}"/></match>`;
const maps = (id: string): string => SUM(`<mapResponse identifier="${id}"/>`);

const declaration = (id: string, cardinality: string, baseType: string, correct: readonly string[], mapping = ''): string =>
  `<responseDeclaration identifier="${id}" cardinality="${cardinality}" baseType="${baseType}">${
    correct.length > 0 ? `<correctResponse>${correct.map((value) => `<value>${escapeXml(value)}</value>`).join('')}</correctResponse>` : ''
  }${mapping}</responseDeclaration>`;

interface Entry {
  readonly key: string;
  readonly value: number;
  readonly caseSensitive?: boolean;
}
const mapping = (entries: readonly Entry[], upper: number): string =>
  `<mapping lowerBound="0" upperBound="${Number(upper.toFixed(6))}" defaultValue="0">${entries
    .map(
      ({ key, value, caseSensitive }) =>
        `<mapEntry mapKey="${escapeXml(key)}" mappedValue="${Number(value.toFixed(6))}"${caseSensitive === undefined ? '' : ` caseSensitive="${caseSensitive}"`}/>`,
    )
    .join('')}</mapping>`;

/** Identifiers of XML begin with a letter. */
const name = (id: string): string => `c_${id}`;

class Writer {
  readonly lost: string[] = [];
  readonly media = new Set<string>();
  readonly #media: MediaByAddress;
  constructor(media: MediaByAddress) {
    this.#media = media;
  }

  lose(what: string): void {
    if (!this.lost.includes(what)) this.lost.push(what);
  }

  html(html: string): string {
    const placed = withAddresses(html, this.#media, (one) => {
      this.media.add(one.name);
      return `../media/${encodeURIComponent(one.name)}`;
    });
    if (/\/profile\/upload\//.test(placed)) this.lose('读不到的图片或录音');
    return xmlOf(placed);
  }
}

function optionsXml(
  writer: Writer,
  id: string,
  shown: Of<ShownPart, 'single' | 'multi'>,
  key: Of<KeyPart, 'single' | 'multi'>,
  points: number,
): Made {
  const { options } = shown;
  const fixed = options.every(({ pinned }) => pinned);
  if (!fixed && options.some(({ pinned, html }) => !pinned && isPinnedText(plainOf(html)))) writer.lose('“以上”一类的选项不固定');
  const shares = key.shares ?? {};
  const weighs = key.kind === 'multi' ? key.policy === 'weights' : Object.keys(shares).length > 0;
  if (key.kind === 'multi' && key.policy !== 'weights' && key.policy !== 'all')
    writer.lose(`多选的得分规则“${MULTI_POLICIES[key.policy]}”，已换成全对才得分`);
  const right = new Set(key.right);
  const worth = (option: Choice): number => (key.kind === 'single' && right.has(option.id) ? 10_000 : (shares[option.id] ?? 0));
  const entries = options.map((option) => ({ key: name(option.id), value: (worth(option) / 10_000) * points })).filter(({ value }) => value !== 0);
  const choices = options
    .map(({ id: option, html, pinned }) => {
      const feedback = key.feedback?.[option];
      const after = feedback
        ? `<feedbackInline outcomeIdentifier="FEEDBACK" identifier="${name(option)}" showHide="show">${writer.html(feedback)}</feedbackInline>`
        : '';
      return `<simpleChoice identifier="${name(option)}"${pinned ? ' fixed="true"' : ''}>${writer.html(html)}${after}</simpleChoice>`;
    })
    .join('');
  const many = key.kind === 'multi';
  return {
    declarations: declaration(id, many ? 'multiple' : 'single', 'identifier', key.right.map(name), weighs ? mapping(entries, points) : ''),
    body: `<choiceInteraction responseIdentifier="${id}" shuffle="${fixed ? 'false' : 'true'}" maxChoices="${many ? 0 : 1}">PROMPT${choices}</choiceInteraction>`,
    steps: weighs ? maps(id) : whenRight(matches(id), points),
  };
}

const judgeXml = (id: string, right: boolean, points: number): Made => ({
  declarations: declaration(id, 'single', 'identifier', [String(right)]),
  body: `<choiceInteraction responseIdentifier="${id}" shuffle="false" maxChoices="1">PROMPT<simpleChoice identifier="true">正确</simpleChoice><simpleChoice identifier="false">错误</simpleChoice></choiceInteraction>`,
  steps: whenRight(matches(id), points),
});

function matchXml(writer: Writer, id: string, shown: Of<ShownPart, 'match'>, key: Of<KeyPart, 'match'>, points: number): Made {
  const each = key.policy === 'each';
  const pairs = shown.left.map((one) => `${name(one.id)} ${name(key.pairs[one.id] ?? '')}`);
  const repeats = new Set(Object.values(key.pairs)).size < shown.left.length;
  if (repeats && !shown.reusable) writer.lose('右边只能用一次');
  if (new Set(shown.right.map(({ html }) => html)).size < shown.right.length) writer.lose('右边相同的项');
  const choice = (one: Choice, most: number): string =>
    `<simpleAssociableChoice identifier="${name(one.id)}" matchMax="${most}">${writer.html(one.html)}</simpleAssociableChoice>`;
  const entries = pairs.map((pair) => ({ key: pair, value: points / pairs.length }));
  return {
    declarations: declaration(id, 'multiple', 'directedPair', pairs, each ? mapping(entries, points) : ''),
    body: `<matchInteraction responseIdentifier="${id}" shuffle="true" maxAssociations="${shown.left.length}">PROMPT<simpleMatchSet>${shown.left
      .map((one) => choice(one, 1))
      .join(
        '',
      )}</simpleMatchSet><simpleMatchSet>${shown.right.map((one) => choice(one, shown.reusable ? shown.left.length + 1 : 1)).join('')}</simpleMatchSet></matchInteraction>`,
    steps: each ? maps(id) : whenRight(matches(id), points),
  };
}

function orderXml(writer: Writer, id: string, shown: Of<ShownPart, 'order'>, key: Of<KeyPart, 'order'>, points: number): Made {
  if (key.policy !== 'all') writer.lose('排序按位置或相邻得分，已换成全对才得分');
  const items = shown.items.map((one) => `<simpleChoice identifier="${name(one.id)}">${writer.html(one.html)}</simpleChoice>`).join('');
  return {
    declarations: declaration(id, 'ordered', 'identifier', key.order.map(name)),
    body: `<orderInteraction responseIdentifier="${id}" shuffle="true">PROMPT${items}</orderInteraction>`,
    steps: whenRight(matches(id), points),
  };
}

function writtenXml(writer: Writer, id: string, shown: Of<ShownPart, 'short' | 'upload'>, key: Of<KeyPart, 'short' | 'upload'>): Made {
  if (key.rubric.length > 0) writer.lose('评分要点');
  if (/\s{2,}|\n|^\s|\s$/.test(key.hint)) writer.lose('评分提示的分行');
  if (shown.kind === 'short')
    return {
      declarations: declaration(id, 'single', 'string', []),
      body: `<extendedTextInteraction responseIdentifier="${id}" expectedLength="${shown.maxLength}" patternMask="[\\s\\S]{0,${shown.maxLength}}">PROMPT</extendedTextInteraction>`,
      steps: '',
    };
  const [photos, sound] = [shown.photos > 0, shown.recording];
  if (shown.photos > 1 || shown.files > 1 || [photos, sound, shown.files > 0].filter(Boolean).length > 1)
    writer.lose('可以交的照片、录音和文件的数目');
  return {
    declarations: declaration(id, 'single', 'file', []),
    body: `<uploadInteraction responseIdentifier="${id}"${photos ? ' type="image/*"' : sound ? ' type="audio/*"' : ''}>PROMPT</uploadInteraction>`,
    steps: '',
  };
}

interface BlankXml {
  readonly declaration: string;
  readonly body: string;
  /** A test for all together, and the steps for this blank alone. */
  readonly test: string;
  readonly steps: string;
}

function blankLosses(writer: Writer, blank: ShownBlank, key: KeyBlank): void {
  const { case: _case, ...rules } = key.rules ?? {};
  if (Object.keys(rules).length > 0) writer.lose('填空的标点、空格、繁简规则');
  if (key.group !== undefined) writer.lose('答案不分顺序');
  if (blank.type === 'pinyin') writer.lose('拼音的判法，已换成文字');
  if (key.keys.some(({ hidden }) => hidden)) writer.lose('不显示的答案');
  if (key.keys.some((one) => one.pattern)) writer.lose('答案里的通配符');
  if (Object.keys(key.number ?? {}).length > 0) writer.lose('数字的单位和写法规则');
}

function numberBlank(writer: Writer, id: string, keys: readonly BlankKey[], points: number): BlankXml {
  const numbers = keys.filter(({ value, from }) => value !== undefined || from !== undefined);
  if (numbers.length !== 1 || keys.length > numbers.length || numbers[0]?.share !== 10_000) writer.lose('数字空的其他答案');
  const given: BlankKey = numbers.find(({ share }) => share === 10_000) ?? numbers[0] ?? { share: 10_000, value: '0' };
  const plain = (text: string | undefined): string | undefined => (text === undefined || text === '' ? undefined : plainNumber(text));
  const key = {
    value: plain(given.value),
    tolerance: plain(given.tolerance),
    from: plain(given.from),
    to: plain(given.to),
    relative: given.relative,
  };
  if ((['value', 'tolerance', 'from', 'to'] as const).some((field) => (given[field] || undefined) !== key[field]))
    writer.lose('数字的写法，已换成小数');
  const variable = `<variable identifier="${id}"/>`;
  const body = `<textEntryInteraction responseIdentifier="${id}"/>`;
  if (key.value === undefined) {
    const bound = (element: string, value: string | undefined): string =>
      value === undefined ? '' : `<${element}>${variable}<baseValue baseType="float">${escapeXml(value)}</baseValue></${element}>`;
    if (key.from === undefined || key.to === undefined) writer.lose('只有一端的范围');
    const test = `<and>${bound('gte', key.from)}${bound('lte', key.to)}</and>`;
    return { declaration: declaration(id, 'single', 'float', [key.from ?? key.to ?? '0']), body, test, steps: whenRight(test, points) };
  }
  const tolerance = key.relative ? String(Number(((Number(key.tolerance) || 0) * 100).toFixed(10))) : (key.tolerance ?? '');
  const mode =
    tolerance === ''
      ? 'toleranceMode="exact"'
      : `toleranceMode="${key.relative ? 'relative' : 'absolute'}" tolerance="${escapeXml(tolerance)} ${escapeXml(tolerance)}"`;
  const test = `<equal ${mode}>${variable}<correct identifier="${id}"/></equal>`;
  return { declaration: declaration(id, 'single', 'float', [key.value]), body, test, steps: whenRight(test, points) };
}

function blankXml(writer: Writer, id: string, blank: ShownBlank, key: KeyBlank, points: number, together: boolean): BlankXml {
  blankLosses(writer, blank, key);
  if (blank.type === 'number') return numberBlank(writer, id, key.keys, points);
  const best = key.keys.filter(({ share }) => share === 10_000);
  const plain = key.keys.length === 1 || together;
  if (together && key.keys.length > 1) writer.lose('全对才得分的题里同一空的其他写法');
  const exact = key.rules?.case === 'exact';
  if (blank.type === 'choice') {
    const choices = (blank.choices ?? []).map(
      ({ id: choice, html, pinned }) =>
        `<inlineChoice identifier="${name(choice)}"${pinned ? ' fixed="true"' : ''}>${writer.html(html)}</inlineChoice>`,
    );
    const entries = key.keys.map(({ text = '', share }) => ({ key: name(text), value: (share / 10_000) * points }));
    return {
      declaration: declaration(
        id,
        'single',
        'identifier',
        best.slice(0, 1).map(({ text = '' }) => name(text)),
        plain ? '' : mapping(entries, points),
      ),
      body: `<inlineChoiceInteraction responseIdentifier="${id}" shuffle="true">${choices.join('')}</inlineChoiceInteraction>`,
      test: matches(id),
      steps: plain ? whenRight(matches(id), points) : maps(id),
    };
  }
  const entries = key.keys.map(({ text = '', share }) => ({ key: text, value: (share / 10_000) * points, caseSensitive: exact }));
  const test = `<stringMatch caseSensitive="${exact}"><variable identifier="${id}"/><correct identifier="${id}"/></stringMatch>`;
  return {
    declaration: declaration(
      id,
      'single',
      'string',
      best.slice(0, 1).map(({ text = '' }) => text),
      plain ? '' : mapping(entries, points),
    ),
    body: `<textEntryInteraction responseIdentifier="${id}" expectedLength="${Math.max(4, ...key.keys.map(({ text = '' }) => text.length))}"/>`,
    test,
    steps: plain ? whenRight(test, points) : maps(id),
  };
}

function fillXml(writer: Writer, shown: Of<ShownPart, 'fill'>, key: Of<KeyPart, 'fill'>, points: number): Made {
  const keys = new Map(key.blanks.map((one) => [one.id, one]));
  const together = key.policy === 'all' && shown.blanks.length > 1;
  let body = `<div>${writer.html(shown.stem)}</div>`;
  const made = shown.blanks.map((blank, at) => {
    const one = blankXml(
      writer,
      `RESPONSE_${at + 1}`,
      blank,
      keys.get(blank.id) ?? { id: blank.id, keys: [] },
      points / shown.blanks.length,
      together,
    );
    body = body.replace(`[[${blank.id}]]`, () => one.body);
    return one;
  });
  return {
    declarations: made.map((one) => one.declaration).join(''),
    body,
    steps: together ? whenRight(`<and>${made.map(({ test }) => test).join('')}</and>`, points) : made.map(({ steps }) => steps).join(''),
  };
}

/** The stem is in the body for blanks, and before the interaction for the others. */
function made(writer: Writer, id: string, shown: ShownPart, key: KeyPart, points: number): Made {
  if ((shown.kind === 'single' || shown.kind === 'multi') && (key.kind === 'single' || key.kind === 'multi'))
    return optionsXml(writer, id, shown, key, points);
  if (shown.kind === 'judge' && key.kind === 'judge') return judgeXml(id, key.right, points);
  if (shown.kind === 'fill' && key.kind === 'fill') return fillXml(writer, shown, key, points);
  if (shown.kind === 'match' && key.kind === 'match') return matchXml(writer, id, shown, key, points);
  if (shown.kind === 'order' && key.kind === 'order') return orderXml(writer, id, shown, key, points);
  if ((shown.kind === 'short' || shown.kind === 'upload') && (key.kind === 'short' || key.kind === 'upload'))
    return writtenXml(writer, id, shown, key);
  return { declarations: '', body: '', steps: '' };
}

export interface QtiItem {
  /** Without an ending, unique in the package. */
  readonly identifier: string;
  readonly xml: string;
  readonly media: ReadonlySet<string>;
}

interface ItemParts {
  readonly code: string;
  readonly declarations: string;
  readonly body: string;
  readonly steps: string;
  readonly explanation: string;
  readonly hint: string;
  readonly points: number;
}

function itemXml(writer: Writer, identifier: string, { code, declarations, body, steps, explanation, hint, points }: ItemParts): string {
  const rubric = hint === '' ? '' : `<rubricBlock view="scorer"><p>${escapeXml(hint)}</p></rubricBlock>`;
  const feedback =
    explanation === ''
      ? ''
      : `<modalFeedback outcomeIdentifier="FEEDBACK" identifier="explanation" showHide="show">${writer.html(explanation)}</modalFeedback>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="${identifier}" title="${escapeXml(code || identifier)}" label="${escapeXml(code)}" adaptive="false" timeDependent="false">
${declarations}<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"><defaultValue><value>0</value></defaultValue></outcomeDeclaration><outcomeDeclaration identifier="MAXSCORE" cardinality="single" baseType="float"><defaultValue><value>${points / 100}</value></defaultValue></outcomeDeclaration><outcomeDeclaration identifier="FEEDBACK" cardinality="multiple" baseType="identifier"/>
<itemBody>${rubric}${body}</itemBody>
${steps === '' ? '' : `<responseProcessing>${steps}</responseProcessing>`}${feedback}
</assessmentItem>
`;
}

const stemXml = (writer: Writer, shown: ShownPart): string => (shown.kind === 'fill' ? '' : `<div>${writer.html(shown.stem)}</div>`);
const IN_PASSAGE: ReadonlySet<string> = new Set(['single', 'multi', 'judge', 'match', 'order', 'short', 'upload']);

/** A question as items of QTI 2.1: a passage whose parts cannot stand in one item becomes several. */
export function qtiItems(
  question: ExportQuestion,
  number: number,
  media: MediaByAddress,
): { readonly items: readonly QtiItem[]; readonly lost: readonly string[] } {
  const writer = new Writer(media);
  const { shown, key, points } = question.content;
  const items: QtiItem[] = [];
  const add = (identifier: string, parts: ItemParts): void =>
    void items.push({ identifier, xml: itemXml(writer, identifier, parts), media: writer.media });
  const own = (identifier: string, code: string, part: ShownPart, partKey: KeyPart, worth: number): void =>
    add(identifier, {
      code,
      ...whole(made(writer, 'RESPONSE', part, partKey, worth / 100), stemXml(writer, part)),
      explanation: partKey.explanation,
      hint: partKey.kind === 'short' || partKey.kind === 'upload' ? partKey.hint : '',
      points: worth,
    });
  const id = `item_${number}`;
  if (shown.kind !== 'passage' && key.kind !== 'passage') own(id, question.code, shown, key, points);
  else if (shown.kind === 'passage' && key.kind === 'passage') {
    if (key.transcript !== '') writer.lose('听力文稿');
    if (shown.plays > 0) writer.lose('播放次数');
    const keyOf = (part: string): KeyPart => key.parts[part] ?? { kind: 'text', explanation: '' };
    if (shown.parts.length > 1 && shown.parts.every(({ kind }) => IN_PASSAGE.has(kind))) {
      const least = Math.floor(points / shown.parts.length);
      if (shown.parts.slice(1).some((part) => part.points !== least)) writer.lose('各小题不同的分值');
      if (shown.parts.some((part) => keyOf(part.id).explanation !== '')) writer.lose('小题的解析');
      if (shown.parts.some((part) => 'hint' in keyOf(part.id) && (keyOf(part.id) as { hint: string }).hint !== '')) writer.lose('小题的评分提示');
      const parts = shown.parts.map((part, at) => {
        const one = made(writer, `RESPONSE_${at + 1}`, part, keyOf(part.id), part.points / 100);
        return { ...one, body: one.body.replace('PROMPT', () => `<prompt>${writer.html(part.stem)}</prompt>`) };
      });
      add(id, {
        code: question.code,
        declarations: parts.map((part) => part.declarations).join(''),
        body: `<div>${writer.html(shown.stem)}</div>${parts.map((part) => part.body).join('\n')}`,
        steps: parts.map((part) => part.steps).join(''),
        explanation: key.explanation,
        hint: '',
        points,
      });
    } else {
      writer.lose('材料和小题的关系，已拆成一道说明和几道题');
      own(`${id}_0`, question.code, { kind: 'text', stem: shown.stem }, { kind: 'text', explanation: key.explanation }, 0);
      for (const [at, part] of shown.parts.entries()) own(`${id}_${at + 1}`, `${question.code}-${at + 1}`, part, keyOf(part.id), part.points);
    }
  }
  return { items, lost: writer.lost };
}

const whole = (one: Made, stem: string): Made => ({ ...one, body: stem + one.body.replace('PROMPT', '') });
