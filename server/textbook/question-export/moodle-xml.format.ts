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
import { escapeHtml, paragraphs } from '../question-import/read-question.format.ts';
import { reciprocal } from '../question-import/question-parts.format.ts';
import { cdata, withAddresses, withTex, type ExportQuestion, type MediaByAddress } from './export-html.format.ts';
import { centreOf, plainNumber } from './number-range.format.ts';

type Of<T, K> = Extract<T, { readonly kind: K }>;

/** What is written of one question, and what the format does not hold. */
interface Written {
  readonly type: string;
  readonly inner: string;
  /** The stem when it is not that of the question. */
  readonly stem?: string;
}

/** Writes one question: its texts and what is lost. */
class Writer {
  readonly lost: string[] = [];
  readonly #media: MediaByAddress;
  constructor(media: MediaByAddress) {
    this.#media = media;
  }

  lose(what: string): void {
    if (!this.lost.includes(what)) this.lost.push(what);
  }

  /** `<text>` with HTML, and the files that it shows. */
  text(html: string): string {
    const files = new Map<string, Buffer>();
    const placed = withAddresses(withTex(html), this.#media, ({ name, bytes }) => {
      files.set(name, bytes);
      return `@@PLUGINFILE@@/${encodeURIComponent(name)}`;
    });
    if (/\/profile\/upload\//.test(placed)) this.lose('读不到的图片或录音');
    const list = [...files].map(([name, bytes]) => `<file name="${escapeXml(name)}" path="/" encoding="base64">${bytes.toString('base64')}</file>`);
    return `<text>${cdata(placed)}</text>${list.join('')}`;
  }

  /** Plain text of a choice: Moodle has no HTML there. */
  plain(html: string): string {
    if (/<(?:img|audio|table)\b/.test(html)) this.lose('选项里的图片、录音和表格');
    else if (/<(?!\/?p>|math|\/math)\w/.test(html.replace(/<math\b[^]*?<\/math>/g, ''))) this.lose('选项里的格式');
    return plainOf(withTex(html));
  }
}

const percent = (share: number): string => String(Math.round(share) / 100);
const answer = (writer: Writer, fraction: string, html: string, feedback: string | undefined): string =>
  `<answer fraction="${fraction}" format="html">${writer.text(html)}<feedback format="html">${writer.text(feedback ?? '')}</feedback></answer>`;

function optionsXml(writer: Writer, shown: Of<ShownPart, 'single' | 'multi'>, key: Of<KeyPart, 'single' | 'multi'>): Written {
  const { options } = shown;
  const fixed = options.every(({ pinned }) => pinned);
  if (!fixed && options.some(({ pinned, html }) => (pinned === true) !== isPinnedText(plainOf(html)))) writer.lose('固定在最后的选项');
  const right = new Set(key.right);
  const shareOf = ({ id }: Choice): number => {
    if (key.kind === 'single') return right.has(id) ? 10_000 : (key.shares?.[id] ?? 0);
    if (key.policy === 'weights') return key.shares?.[id] ?? 0;
    return right.has(id) ? Math.round(10_000 / right.size) : key.policy === 'penalty' ? -Math.round(10_000 / right.size) : -10_000;
  };
  if (key.kind === 'multi' && key.policy !== 'weights') writer.lose(`多选的得分规则“${MULTI_POLICIES[key.policy]}”，已换成按比例得分、选错扣分`);
  const answers = options.map((option) => answer(writer, percent(shareOf(option)), option.html, key.feedback?.[option.id])).join('');
  return {
    type: 'multichoice',
    inner: `<single>${key.kind === 'single'}</single><shuffleanswers>${fixed ? 'false' : 'true'}</shuffleanswers><answernumbering>ABCD</answernumbering>${answers}`,
  };
}

const judgeXml = (key: Of<KeyPart, 'judge'>): string =>
  [true, false].map((value) => `<answer fraction="${value === key.right ? 100 : 0}" format="plain_text"><text>${value}</text></answer>`).join('');

/** What a blank has beyond spellings and case. */
function blankLosses(writer: Writer, blank: ShownBlank, key: KeyBlank): void {
  const { case: _case, ...rules } = key.rules ?? {};
  if (Object.keys(rules).length > 0) writer.lose('填空的标点、空格、繁简规则');
  if (key.group !== undefined) writer.lose('答案不分顺序');
  if (blank.type === 'pinyin') writer.lose('拼音的判法，已换成文字');
  if (key.keys.some(({ hidden }) => hidden)) writer.lose('不显示的答案');
  const { units: _units, unit, ...numbers } = key.number ?? {};
  if (Object.keys(numbers).length > 0 || unit === 'none') writer.lose('数字的写法规则');
  if (blank.type === 'number' && key.keys.some(({ value, from }) => value === undefined && from === undefined)) writer.lose('数字空里的文字答案');
}

/** Text of a key as Moodle writes it: a star is any run of signs unless escaped. */
const pattern = ({ text = '', pattern: isPattern }: BlankKey): string => (isPattern ? text : text.replaceAll('*', '\\*'));

/** Value and tolerance of a number. */
function valueOf(writer: Writer, key: BlankKey): { readonly value: string; readonly tolerance: string } {
  if (key.value === undefined) {
    writer.lose('数字的范围，已换成中间值和误差');
    return centreOf(key.from ?? '0', key.to ?? key.from ?? '0');
  }
  const given = [key.value, key.tolerance ?? '0'].map((text) => plainNumber(text));
  const [value = '0', tolerance = '0'] = given;
  if (value !== key.value || tolerance !== (key.tolerance ?? '0')) writer.lose('数字的写法，已换成小数');
  if (!key.relative) return { value, tolerance };
  writer.lose('相对误差，已换成绝对误差');
  return { value, tolerance: String(Math.abs(Number(value) * Number(tolerance))) };
}

function numberXml(writer: Writer, stem: string, key: KeyBlank): Written {
  const answers = key.keys
    .filter(({ value, from }) => value !== undefined || from !== undefined)
    .map((one) => {
      const { value, tolerance } = valueOf(writer, one);
      return `<answer fraction="${percent(one.share)}"><text>${escapeXml(value)}</text><tolerance>${escapeXml(tolerance)}</tolerance></answer>`;
    });
  const units = (key.number?.units ?? []).map(({ name, factor }) => {
    const multiplier = reciprocal(factor);
    if (multiplier.includes('/') || reciprocal(multiplier) !== factor) writer.lose('单位的换算，已换成近似的小数');
    return `<unit><multiplier>${escapeXml(multiplier.includes('/') ? String(1 / Number(factor)) : multiplier)}</multiplier><unit_name>${escapeXml(name)}</unit_name></unit>`;
  });
  const unitXml =
    units.length > 0 ? `<units>${units.join('')}</units><unitgradingtype>${key.number?.unit === 'required' ? 1 : 0}</unitgradingtype>` : '';
  return { type: 'numerical', stem, inner: answers.join('') + unitXml };
}

/** Signs with a meaning inside of embedded answers. */
const embedded = (text: string): string => text.replace(/[\\}#~/"=]/g, (sign) => (sign === '"' ? '&quot;' : `\\${sign}`));

function clozeBlank(writer: Writer, blank: ShownBlank, key: KeyBlank): string {
  const weighted = (share: number, text: string): string => (share === 10_000 ? `=${text}` : `%${percent(share)}%${text}`);
  if (blank.type === 'choice') {
    const shares = new Map(key.keys.map(({ text = '', share }) => [text, share]));
    const choices = (blank.choices ?? []).map(({ id, html }) => {
      if (html.includes('<math')) writer.lose('选项里的公式，已写成 TeX');
      return weighted(shares.get(id) ?? 0, embedded(escapeHtml(writer.plain(html)))).replace(/^%0%/, '');
    });
    return `{1:MULTICHOICE:${choices.join('~')}}`;
  }
  if (blank.type === 'number') {
    if (key.number?.units) writer.lose('单位');
    const answers = key.keys
      .filter(({ value, from }) => value !== undefined || from !== undefined)
      .map((one) => {
        const { value, tolerance } = valueOf(writer, one);
        return weighted(one.share, `${value}:${tolerance}`);
      });
    return `{1:NUMERICAL:${answers.join('~')}}`;
  }
  const answers = key.keys.map((one) => weighted(one.share, embedded(escapeHtml(pattern(one))).replaceAll('\\\\*', '\\*')));
  return `{1:${key.rules?.case === 'exact' ? 'SHORTANSWER_C' : 'SHORTANSWER'}:${answers.join('~')}}`;
}

function fillXml(writer: Writer, shown: Of<ShownPart, 'fill'>, key: Of<KeyPart, 'fill'>): Written {
  const keys = new Map(key.blanks.map((one) => [one.id, one]));
  const keyOf = ({ id }: ShownBlank): KeyBlank => keys.get(id) ?? { id, keys: [] };
  for (const blank of shown.blanks) blankLosses(writer, blank, keyOf(blank));
  if (key.policy === 'all' && shown.blanks.length > 1) writer.lose('全对才得分');
  const [only] = shown.blanks;
  if (only && shown.blanks.length === 1 && only.type !== 'choice' && !/_{5,}/.test(shown.stem)) {
    const stem = shown.stem.replace(`[[${only.id}]]`, '_____');
    const own = keyOf(only);
    if (only.type === 'number') return numberXml(writer, stem, own);
    const answers = own.keys.map(
      (one) => `<answer fraction="${percent(one.share)}" format="plain_text"><text>${cdata(pattern(one))}</text></answer>`,
    );
    return { type: 'shortanswer', stem, inner: `<usecase>${own.rules?.case === 'exact' ? 1 : 0}</usecase>${answers.join('')}` };
  }
  let stem = shown.stem;
  for (const blank of shown.blanks) stem = stem.replace(`[[${blank.id}]]`, () => clozeBlank(writer, blank, keyOf(blank)));
  return { type: 'cloze', stem, inner: '' };
}

function matchXml(writer: Writer, shown: Of<ShownPart, 'match'>, key: Of<KeyPart, 'match'>): Written {
  const right = new Map(shown.right.map(({ id, html }) => [id, html]));
  const used = new Set(Object.values(key.pairs));
  const pair = (html: string, other: string): string =>
    `<subquestion format="html">${writer.text(html)}<answer><text>${cdata(writer.plain(other))}</text></answer></subquestion>`;
  if (key.policy === 'all') writer.lose('全对才得分');
  if (shown.reusable && used.size === shown.left.length) writer.lose('右边可以重复使用');
  if (new Set(shown.right.map(({ html }) => html)).size < shown.right.length) writer.lose('右边相同的项');
  const rows = shown.left.map(({ id, html }) => pair(html, right.get(key.pairs[id] ?? '') ?? ''));
  const others = shown.right.filter(({ id }) => !used.has(id)).map(({ html }) => pair('', html));
  return { type: 'matching', inner: `<shuffleanswers>true</shuffleanswers>${rows.join('')}${others.join('')}` };
}

const GRADING = { all: 'ALL_OR_NOTHING', position: 'ABSOLUTE_POSITION', neighbours: 'RELATIVE_NEXT_EXCLUDE_LAST' } as const;

function orderXml(writer: Writer, shown: Of<ShownPart, 'order'>, key: Of<KeyPart, 'order'>): Written {
  const html = new Map(shown.items.map((item) => [item.id, item.html]));
  const answers = key.order.map((id, at) => `<answer fraction="${at + 1}" format="html">${writer.text(html.get(id) ?? '')}</answer>`).join('');
  return {
    type: 'ordering',
    inner: `<layouttype>VERTICAL</layouttype><selecttype>ALL</selecttype><gradingtype>${GRADING[key.policy]}</gradingtype>${answers}`,
  };
}

function writtenXml(writer: Writer, shown: Of<ShownPart, 'short' | 'upload'>, key: Of<KeyPart, 'short' | 'upload'>): Written {
  if (key.rubric.length > 0) writer.lose('评分要点');
  if (/\s{2,}|\n|^\s|\s$/.test(key.hint)) writer.lose('评分提示的分行');
  const hint = `<graderinfo format="html">${writer.text(paragraphs(key.hint))}</graderinfo>`;
  if (shown.kind === 'short')
    return { type: 'essay', inner: `<responseformat>editor</responseformat><maxwordlimit>${shown.maxLength}</maxwordlimit>${hint}` };
  if (shown.photos > 0 || shown.recording) writer.lose('照片和录音，已换成文件');
  const files = Math.max(1, Math.min(9, shown.files + shown.photos + (shown.recording ? 1 : 0)));
  return {
    type: 'essay',
    inner: `<responseformat>noinline</responseformat><responserequired>0</responserequired><attachments>${files}</attachments>${hint}`,
  };
}

function written(writer: Writer, shown: ShownPart, key: KeyPart): Written {
  if ((shown.kind === 'single' || shown.kind === 'multi') && (key.kind === 'single' || key.kind === 'multi')) return optionsXml(writer, shown, key);
  if (shown.kind === 'judge' && key.kind === 'judge') return { type: 'truefalse', inner: judgeXml(key) };
  if (shown.kind === 'fill' && key.kind === 'fill') return fillXml(writer, shown, key);
  if (shown.kind === 'match' && key.kind === 'match') return matchXml(writer, shown, key);
  if (shown.kind === 'order' && key.kind === 'order') return orderXml(writer, shown, key);
  if ((shown.kind === 'short' || shown.kind === 'upload') && (key.kind === 'short' || key.kind === 'upload')) return writtenXml(writer, shown, key);
  return { type: 'description', inner: '' };
}

export interface WrittenQuestion {
  readonly xml: string;
  readonly lost: readonly string[];
}

function questionXml(writer: Writer, head: ExportQuestion, code: string, shown: ShownPart, key: KeyPart, points: number): string {
  const { type, inner, stem } = written(writer, shown, key);
  const words = [...head.tags, ...(head.difficulty === 3 ? [] : [`难度${head.difficulty}`])];
  return `<question type="${type}"><name><text>${cdata(code)}</text></name><questiontext format="html">${writer.text(stem ?? shown.stem)}</questiontext><generalfeedback format="html">${writer.text(key.explanation)}</generalfeedback><defaultgrade>${points / 100}</defaultgrade><penalty>0</penalty><hidden>0</hidden><idnumber>${escapeXml(code)}</idnumber>${inner}${
    words.length > 0 ? `<tags>${words.map((word) => `<tag><text>${escapeXml(word)}</text></tag>`).join('')}</tags>` : ''
  }</question>\n`;
}

/** A question as Moodle XML. A passage becomes a text and its parts. */
export function moodleQuestion(question: ExportQuestion, media: MediaByAddress): WrittenQuestion {
  const writer = new Writer(media);
  const { shown, key, points } = question.content;
  let xml = '';
  if (shown.kind === 'passage' && key.kind === 'passage') {
    writer.lose('材料和小题的关系，已拆成一道说明和几道题');
    if (key.transcript !== '') writer.lose('听力文稿');
    if (shown.plays > 0) writer.lose('播放次数');
    xml += questionXml(writer, question, question.code, { kind: 'text', stem: shown.stem }, { kind: 'text', explanation: key.explanation }, 0);
    for (const [at, part] of shown.parts.entries())
      xml += questionXml(writer, question, `${question.code}-${at + 1}`, part, key.parts[part.id] ?? { kind: 'text', explanation: '' }, part.points);
  } else if (shown.kind !== 'passage' && key.kind !== 'passage') xml += questionXml(writer, question, question.code, shown, key, points);
  const note =
    writer.lost.length > 0
      ? `<!-- ${writer.lost
          .map((what) => `没有导出：${what}`)
          .join('；')
          .replaceAll('--', '－－')} -->\n`
      : '';
  return { xml: note + xml, lost: writer.lost };
}

export const MOODLE_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n';
export const MOODLE_END = '</quiz>\n';
/** The questions after it belong to a chapter. */
export const moodleChapter = (chapter: string): string =>
  `<question type="category"><category><text>${cdata(`$course$/top${chapter === '' ? '' : `/${chapter.replaceAll('/', '//')}`}`)}</text></category></question>\n`;
