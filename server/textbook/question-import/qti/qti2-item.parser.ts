import type { AnswerLanguage } from '../../../../contract/textbook/question-kind.ts';
import { newPartId, type QuestionContent } from '../../question/question-content.format.ts';
import { pointsOf } from '../question-parts.format.ts';
import { elementOf, elementsOf, htmlOf, textIn, within, type Xml } from '../question-xml.parser.ts';
import { plainText } from '../../../http/rich-text.ts';
import { sourceIn } from './qti-package.parser.ts';
import { blockOf, FEEDBACK, fillOf, promptOf, UnreadableItem, usesMapping, worthOf, type Reading } from './qti2-interaction.parser.ts';
import { declaredIn, processingOf } from './qti2-processing.parser.ts';

const INLINE: ReadonlySet<string> = new Set(['textEntryInteraction', 'inlineChoiceInteraction']);
const BLOCKS: ReadonlySet<string> = new Set([
  'choiceInteraction',
  'matchInteraction',
  'orderInteraction',
  'associateInteraction',
  'gapMatchInteraction',
  'extendedTextInteraction',
  'uploadInteraction',
]);

export interface ItemReading {
  readonly content: QuestionContent;
  readonly notes: readonly string[];
  /** The program that judges it was not understood. */
  readonly draft: boolean;
}

/** Several interactions under one text are a passage: its parts are the interactions with their prompts. */
function passageOf(reading: Reading, body: Xml, blocks: readonly Xml[], points: number): QuestionContent {
  const ids = new Set(blocks);
  // The text between two interactions belongs to the second.
  const marked = reading.html(body.children, (element) => (ids.has(element) ? '\ue1fe' : null)).split('\ue1fe');
  const each = Math.floor(points / blocks.length);
  const parts = blocks.map((block, at) => {
    const prompt = promptOf(reading, block);
    const before = at === 0 && prompt !== '' ? '' : balanced(marked[at] ?? '');
    const own = { ...reading, explanation: '' };
    const made = block.name === 'gapMatchInteraction' ? fillOf(own, [block], before) : blockOf(own, block, `${before}${prompt}` || '<p>作答</p>');
    return { id: newPartId(), points: at === 0 ? points - each * (blocks.length - 1) : each, ...made };
  });
  const material = promptOf(reading, blocks[0]!) === '' ? '' : balanced(marked[0] ?? '');
  const title = reading.item.attributes['title'] ?? '';
  return {
    points,
    shown: {
      kind: 'passage',
      stem: plainText(material) === '' && !material.includes('<img') ? `<p>${title || '请完成下列各题'}</p>` : material,
      plays: 0,
      parts: parts.map(({ id, points: own, shown }) => ({ ...shown, id, points: own })),
    },
    key: { kind: 'passage', explanation: reading.explanation, transcript: '', parts: Object.fromEntries(parts.map(({ id, key }) => [id, key])) },
  };
}

/** A piece of HTML that was cut: the sanitiser closes and opens its elements. */
const balanced = (html: string): string => html.replace(/^(?:\s*<\/\w+>)+/, '').trim();

/** Reads an `assessmentItem` of QTI 2. Throws `UnreadableItem`. `folder` is that of the file. */
export function readQti2Item(item: Xml, folder: string, language: AnswerLanguage): ItemReading {
  const body = elementOf(item, 'itemBody');
  if (!body) throw new UnreadableItem('没有题目的正文（itemBody）', '请检查这个文件');
  const notes: string[] = [];
  const html: Reading['html'] = (nodes, instead = () => null) =>
    htmlOf(nodes, (element) => {
      if (FEEDBACK.has(element.name) || element.name === 'rubricBlock') return '';
      const other = instead(element);
      if (other !== null) return other;
      for (const name of ['src', 'data', 'href'])
        if (element.attributes[name] && element.name !== 'a')
          (element.attributes as Record<string, string>)[name] = sourceOnce(folder, element.attributes[name]);
      return null;
    });
  const rubrics = within(item, new Set(['rubricBlock']));
  const forCandidates = (one: Xml): boolean => one.attributes['view'] === undefined || /\bcandidate\b/.test(one.attributes['view']);
  const declared = declaredIn(item);
  const processing = processingOf(item);
  const outcome = (name: string): Xml | undefined => elementsOf(item, 'outcomeDeclaration').find((one) => one.attributes['identifier'] === name);
  const most = textIn(elementOf(outcome('MAXSCORE'), 'defaultValue')).trim() || outcome('SCORE')?.attributes['normalMaximum'];
  const full = most === undefined || most === '' || !(Number(most) > 0) ? null : Number(most);
  const reading: Reading = {
    item,
    declared,
    processing,
    language,
    html,
    full,
    explanation: elementsOf(item, 'modalFeedback')
      .map((one) => html(one.children).trim())
      .join(''),
    hint: rubrics
      .filter((one) => !forCandidates(one))
      .map((one) => plainText(html(one.children)))
      .join('\n')
      .slice(0, 2_000),
    note: (what) => void notes.push(what),
  };
  const other = [...elementNames(body)].find((name) => name.endsWith('Interaction') && !BLOCKS.has(name) && !INLINE.has(name));
  if (other) throw new UnreadableItem(`作答方式“${other}”不能导入`);
  const blocks = within(body, BLOCKS);
  const inline = within(body, INLINE);
  const before = rubrics
    .filter(forCandidates)
    .map((one) => html(one.children).trim())
    .join('');
  const sums = [...declared.values()].map((one) => (usesMapping(reading, one) && one.mapping ? worthOf(reading, one.mapping) : 0));
  const points = pointsOf(full ?? (sums.reduce((sum, one) => sum + one, 0) || declared.size || 1));
  const stemOf = (): string => {
    const around = html(body.children, (element) => (BLOCKS.has(element.name) ? '' : null)).trim();
    return before + around + (blocks[0] ? promptOf(reading, blocks[0]) : '');
  };
  if (within(body, FEEDBACK).length > 0 && blocks.every(({ name }) => name !== 'choiceInteraction')) notes.push('题目里的反馈没有导入');
  const draft = processing.unknown && (blocks.length > 0 || inline.length > 0);
  if (draft) notes.push('得分的程序读不懂，题目会成为草稿，得分按标准答案，请检查');
  let content: QuestionContent;
  if (blocks.length === 0 && inline.length === 0)
    content = { shown: { kind: 'text', stem: stemOf() }, key: { kind: 'text', explanation: reading.explanation }, points: 0 };
  else if (blocks.length === 0 || (blocks.length === 1 && blocks[0]?.name === 'gapMatchInteraction'))
    content = { ...fillOf(reading, body.children, before), points };
  else if (blocks.length === 1 && inline.length === 0) content = { ...blockOf(reading, blocks[0]!, stemOf()), points };
  else if (inline.length > 0) throw new UnreadableItem('一道题里既有填空又有别的作答方式，不能导入');
  else content = passageOf(reading, body, blocks, points);
  return { content, notes, draft };
}

/** Attributes are rewritten once, although the tree is written several times. */
const sourceOnce = (folder: string, source: string): string => (source.startsWith('qti-file:') ? source : sourceIn(folder, source));

function elementNames(element: Xml, names = new Set<string>()): Set<string> {
  for (const child of elementsOf(element)) {
    names.add(child.name);
    elementNames(child, names);
  }
  return names;
}
