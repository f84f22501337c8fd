import { atMost } from './answer/decimal.ts';
import { formulaSource } from './formula-source.ts';
import { FULL_SHARE } from './answer/match-blank.ts';
import { isNumberKey, keyNumber } from './answer/match-number.ts';
import { readPinyin } from './answer/match-pinyin.ts';
import type { BlankKey, Choice, KeyBlank, KeyPart, QuestionKey, ShownBlank, ShownPart, ShownQuestion } from './question-kind.ts';

export const STEM_LENGTH = 20_000;
export const OPTION_LENGTH = 2_000;
export const MOST_BLANKS = 20;
export const MOST_PARTS = 20;
export const MOST_OPTIONS = 10;
export const MOST_LEFT = 10;
export const MOST_RIGHT = 12;

type Of<T, K> = Extract<T, { readonly kind: K }>;

/** Text of HTML for comparison and for the question whether there is any; pictures, sounds and formulas count as their source. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<(?:img|audio|video|source)\b[^>]*?\bsrc="([^"]*)"[^>]*>/gi, ' $1 ')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Ids of the blanks in a stem, in order. */
export const blanksOf = (stem: string): string[] => [...stem.matchAll(/\[\[([0-9a-zA-Z]{1,16})\]\]/g)].map(([, id]) => id ?? '');

function choiceProblems(name: string, choices: readonly Choice[], least: number, most: number, equalAllowed = false): string[] {
  const found: string[] = [];
  if (choices.length < least || choices.length > most) found.push(`${name}须有${least}至${most}项，现在是${choices.length}项`);
  const seen = new Map<string, number>();
  for (const [at, { html }] of choices.entries()) {
    const text = textOfHtml(html);
    const before = seen.get(text);
    if (text === '') found.push(`${name}第${at + 1}项是空的`);
    else if (formulaSource(html).length > OPTION_LENGTH) found.push(`${name}第${at + 1}项不能超过${OPTION_LENGTH}个字符`);
    else if (before !== undefined && !equalAllowed) found.push(`${name}第${before}项与第${at + 1}项相同`);
    else seen.set(text, at + 1);
  }
  return found;
}

const has = (choices: readonly Choice[], id: string): boolean => choices.some((one) => one.id === id);

function optionProblems(options: readonly Choice[], key: Of<KeyPart, 'single' | 'multi'>): string[] {
  const found = choiceProblems('选项', options, 2, MOST_OPTIONS);
  if (key.right.length === 0 || !key.right.every((id) => has(options, id))) found.push('还没有选定正确选项');
  if (key.kind === 'single' && key.right.length > 1) found.push('单选只能有一个正确选项');
  if (key.kind === 'multi' && key.policy === 'weights') {
    const all = options.reduce((sum, { id }) => sum + Math.max(0, key.shares?.[id] ?? 0), 0);
    if (Math.abs(all - FULL_SHARE) > 10) found.push('各选项的正分值之和须为100%');
  }
  return found;
}

function numberProblems(name: string, key: BlankKey): string[] {
  if (key.value !== undefined) {
    if (!keyNumber(key.value)) return [`${name}的答案“${key.value}”不是数`];
    const tolerance = key.tolerance === undefined || key.tolerance === '' ? { over: 0n, under: 1n } : keyNumber(key.tolerance);
    return !tolerance || tolerance.over < 0n ? [`${name}的误差须是不小于0的数`] : [];
  }
  const from = keyNumber(key.from ?? '');
  const to = keyNumber(key.to ?? '');
  return from && to && atMost(from, to) ? [] : [`${name}的范围不正确`];
}

function blankProblems(name: string, blank: ShownBlank, key: KeyBlank | undefined): string[] {
  const keys = key?.keys ?? [];
  if (keys.length === 0 || !keys.some((one) => isNumberKey(one) || (one.text ?? '').trim() !== '')) return [`${name}还没有答案`];
  const found = keys.flatMap((one) => {
    if (isNumberKey(one)) return numberProblems(name, one);
    if ((one.text ?? '').trim() === '') return [`${name}有一个答案是空的`];
    if (blank.type === 'choice' && !has(blank.choices ?? [], one.text ?? '')) return [`${name}还没有选定答案`];
    return blank.type === 'pinyin' && !readPinyin(one.text ?? '') ? [`${name}的答案“${one.text}”不是拼音`] : [];
  });
  if (!keys.some(({ share }) => share === FULL_SHARE)) found.push(`${name}没有得满分的答案`);
  if (keys.some(({ share }) => !Number.isInteger(share) || share < 0 || share > FULL_SHARE)) found.push(`${name}的得分比例须在0%至100%之间`);
  if (blank.type === 'choice') found.push(...choiceProblems(`${name}的选项`, blank.choices ?? [], 2, MOST_RIGHT));
  if (key?.number?.units?.some(({ factor }) => !keyNumber(factor))) found.push(`${name}的单位换算须是数`);
  if (key?.number?.unit === 'required' && (key.number.units ?? []).length === 0) found.push(`${name}要求单位，还没有写单位`);
  return found;
}

function fillProblems(shown: Of<ShownPart, 'fill'>, key: Of<KeyPart, 'fill'>): string[] {
  const placed = blanksOf(shown.stem);
  if (shown.blanks.length === 0) return ['题干里还没有空'];
  if (shown.blanks.length > MOST_BLANKS) return [`空不能超过${MOST_BLANKS}个`];
  return shown.blanks.flatMap((blank, at) => {
    const name = `第${at + 1}空`;
    const times = placed.filter((id) => id === blank.id).length;
    const place = times === 1 ? [] : [times === 0 ? `${name}不在题干里` : `${name}在题干里出现了${times}次`];
    return [
      ...place,
      ...blankProblems(
        name,
        blank,
        key.blanks.find(({ id }) => id === blank.id),
      ),
    ];
  });
}

function matchProblems(shown: Of<ShownPart, 'match'>, key: Of<KeyPart, 'match'>): string[] {
  const found = [...choiceProblems('左边', shown.left, 1, MOST_LEFT), ...choiceProblems('右边', shown.right, 2, MOST_RIGHT, true)];
  for (const [at, { id }] of shown.left.entries()) if (!has(shown.right, key.pairs[id] ?? '')) found.push(`左边第${at + 1}项还没有连线`);
  const used = shown.left.map(({ id }) => key.pairs[id] ?? '');
  if (!shown.reusable && new Set(used).size < used.length) found.push('右边的项只能用一次，答案里用了两次');
  return found;
}

function orderProblems(shown: Of<ShownPart, 'order'>, key: Of<KeyPart, 'order'>): string[] {
  const found = choiceProblems('排序', shown.items, 2, MOST_OPTIONS);
  const complete =
    key.order.length === shown.items.length && new Set(key.order).size === key.order.length && key.order.every((id) => has(shown.items, id));
  return complete ? found : [...found, '排序的答案不完整'];
}

function partProblems(shown: ShownPart, key: KeyPart | undefined, points: number): string[] {
  const found: string[] = [];
  if (textOfHtml(shown.stem) === '') found.push('题干是空的');
  if (formulaSource(shown.stem).length > STEM_LENGTH) found.push(`题干不能超过${STEM_LENGTH}个字符`);
  if (shown.kind === 'text') return found;
  if (points <= 0) found.push('分值须大于0');
  if (!key || key.kind !== shown.kind) return [...found, '还没有答案'];
  if ((shown.kind === 'single' || shown.kind === 'multi') && (key.kind === 'single' || key.kind === 'multi'))
    found.push(...optionProblems(shown.options, key));
  if (shown.kind === 'fill' && key.kind === 'fill') found.push(...fillProblems(shown, key));
  if (shown.kind === 'match' && key.kind === 'match') found.push(...matchProblems(shown, key));
  if (shown.kind === 'order' && key.kind === 'order') found.push(...orderProblems(shown, key));
  if (key.kind === 'short' || key.kind === 'upload') {
    const all = key.rubric.reduce((sum, row) => sum + row.points, 0);
    if (key.rubric.length > 0 && all !== points) found.push(`评分要点共${all / 100}分，与分值${points / 100}分不同`);
    for (const [at, row] of key.rubric.entries()) if (row.name.trim() === '') found.push(`评分要点第${at + 1}行没有名称`);
  }
  if (shown.kind === 'upload' && shown.photos + shown.files === 0 && !shown.recording) found.push('照片、录音、文件至少要允许一种');
  return found;
}

/**
 * What keeps a question from being ready: an impossible key, an empty or too long text. Each message names its line. `points` are hundredths;
 * the points of a passage are the sum of those of its parts.
 */
export function keyProblems(shown: ShownQuestion, key: QuestionKey, points: number): string[] {
  if (shown.kind !== 'passage') return key.kind === 'passage' ? ['还没有答案'] : partProblems(shown, key, points);
  if (key.kind !== 'passage') return ['还没有答案'];
  const found: string[] = [];
  if (textOfHtml(shown.stem) === '') found.push('材料是空的');
  if (formulaSource(shown.stem).length > STEM_LENGTH) found.push(`材料不能超过${STEM_LENGTH}个字符`);
  if (shown.parts.length === 0 || shown.parts.length > MOST_PARTS) found.push(`小题须有1至${MOST_PARTS}道`);
  for (const [at, part] of shown.parts.entries())
    found.push(...partProblems(part, key.parts[part.id], part.points).map((text) => `第${at + 1}小题：${text}`));
  const all = shown.parts.reduce((sum, part) => sum + part.points, 0);
  if (all !== points) found.push(`各小题共${all / 100}分，与分值${points / 100}分不同`);
  return found;
}
