import type { AnswerLanguage, BlankKey, Choice } from '../../../../contract/textbook/question-kind.ts';
import { newPartId } from '../../question/question-content.format.ts';
import { plainText } from '../../../http/rich-text.ts';
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
  pointsOf,
  shareOf,
  withBlankAtEnd,
  writtenPart,
  type MadeBlank,
  type MadePart,
} from '../question-parts.format.ts';
import { elementOf, elementsOf, htmlOf, isXml, textIn, within, type Xml } from '../question-xml.parser.ts';
import { escapeHtml, paragraphs } from '../read-question.format.ts';
import { htmlIn, sourceIn } from './qti-package.parser.ts';
import { Scoring } from './qti1-scoring.parser.ts';
import type { ItemReading } from './qti2-item.parser.ts';
import { UnreadableItem } from './qti2-interaction.parser.ts';

interface Response {
  readonly ident: string;
  readonly kind: 'choice' | 'text' | 'number';
  readonly cardinality: string;
  /** Its own text, as HTML. */
  readonly html: string;
  readonly labels: readonly { readonly ident: string; readonly html: string; readonly fixed: boolean }[];
  readonly shuffles: boolean;
}

interface Reading {
  readonly folder: string;
  readonly language: AnswerLanguage;
  readonly scoring: Scoring;
  readonly responses: readonly Response[];
  /** HTML of the presentation with a private sign and a number for each response. */
  readonly stem: string;
  readonly explanation: string;
  readonly feedback: ReadonlyMap<string, string>;
  /** Type by the system that made the file, '' for none. */
  readonly type: string;
  readonly note: (what: string) => void;
}

const MARK = '\ue1fd';
const MARKS = new RegExp(`${MARK}(\\d+);`, 'g');
const RESPONSES: ReadonlySet<string> = new Set(['response_lid', 'response_str', 'response_num', 'response_xy', 'response_grp']);

/** Fields of the metadata of an item: those of Canvas, of Common Cartridge and of Blackboard. */
function metadataOf(item: Xml): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const metadata = elementOf(item, 'itemmetadata');
  if (!metadata) return found;
  for (const field of within(metadata, new Set(['qtimetadatafield'])))
    found.set(textIn(elementOf(field, 'fieldlabel')).trim().toLowerCase(), textIn(elementOf(field, 'fieldentry')).trim());
  for (const one of elementsOf(metadata)) if (one.name.startsWith('bbmd_') || one.name.startsWith('qmd_')) found.set(one.name, textIn(one).trim());
  return found;
}

/** HTML of a `material` or of what holds some. */
function materialHtml(element: Xml, folder: string): string {
  return elementsOf(element)
    .map((one): string => {
      switch (one.name) {
        case 'mattext':
        case 'matemtext':
        case 'formattedtext':
        case 'mat_formattedtext': {
          const text = textIn(one);
          const type = (one.attributes['texttype'] ?? one.attributes['type'] ?? 'text/plain').toLowerCase();
          if (elementsOf(one).length > 0)
            return htmlOf(one.children, (child) => {
              const source = child.attributes['src'];
              if (source && !source.startsWith('qti-file:')) (child.attributes as Record<string, string>)['src'] = sourceIn(folder, source);
              return null;
            });
          if (/html|xhtml|smart_text/.test(type)) return htmlIn(folder, text);
          return /<(?:p|br|div|img|span|b|i|sub|sup|table)\b/i.test(text) ? htmlIn(folder, text) : paragraphs(text);
        }
        case 'matimage':
        case 'mataudio': {
          const source = one.attributes['uri'] ?? one.attributes['entityref'] ?? '';
          const data = textIn(one).replace(/\s+/g, '');
          const address =
            source === '' && data !== '' ? `data:${one.attributes['imagtype'] ?? 'image/png'};base64,${data}` : sourceIn(folder, source);
          const quoted = escapeHtml(address).replaceAll('"', '&quot;');
          return one.name === 'matimage'
            ? `<img src="${quoted}" alt="${escapeHtml(one.attributes['label'] ?? '')}">`
            : `<audio src="${quoted}" controls></audio>`;
        }
        case 'matbreak':
          return '<br>';
        default:
          return RESPONSES.has(one.name) || one.name.startsWith('render_') ? '' : materialHtml(one, folder);
      }
    })
    .join('');
}

function labelsOf(response: Xml, folder: string): Response['labels'] {
  return within(response, new Set(['response_label'])).map((label) => ({
    ident: label.attributes['ident'] ?? '',
    html: inlineOf(materialHtml(label, folder)),
    fixed: (label.attributes['rshuffle'] ?? '').toLowerCase() === 'no',
  }));
}

/** One paragraph of plain text stands without its tags. */
const inlineOf = (html: string): string => /^<p>([^<]*)<\/p>$/.exec(html.trim())?.[1] ?? html.trim();

function responseOf(element: Xml, folder: string): Response {
  if (element.name === 'response_xy' || element.name === 'response_grp') throw new UnreadableItem(`作答方式“${element.name}”不能导入`);
  const fib = within(element, new Set(['render_fib']))[0];
  const render = within(element, new Set(['render_choice', 'render_hotspot', 'render_slider', 'render_extension']))[0];
  if (render && render.name !== 'render_choice') throw new UnreadableItem(`作答方式“${render.name}”不能导入`);
  const isNumeric = element.name === 'response_num' || /^(?:integer|decimal|scientific)$/i.test(fib?.attributes['fibtype'] ?? '');
  return {
    ident: element.attributes['ident'] ?? '',
    kind: element.name === 'response_lid' && !fib ? 'choice' : isNumeric ? 'number' : 'text',
    cardinality: (element.attributes['rcardinality'] ?? 'Single').toLowerCase(),
    html: inlineOf(materialHtml({ ...element, children: element.children.filter((child) => isXml(child) && child.name.startsWith('mat')) }, folder)),
    labels: labelsOf(element, folder),
    shuffles: (render?.attributes['shuffle'] ?? 'No').toLowerCase() === 'yes',
  };
}

/** The presentation as HTML, with its responses apart. */
function presentationOf(item: Xml, folder: string): { readonly stem: string; readonly responses: Response[] } {
  const responses: Response[] = [];
  const walk = (element: Xml): string =>
    elementsOf(element)
      .map((one): string => {
        if (RESPONSES.has(one.name)) {
          responses.push(responseOf(one, folder));
          return `${MARK}${responses.length - 1};`;
        }
        return one.name === 'material' || one.name === 'material_ref' ? materialHtml(one, folder) : walk(one);
      })
      .join('');
  const presentation = elementOf(item, 'presentation');
  return { stem: presentation ? walk(presentation) : '', responses };
}

/** The text without its responses. */
const withoutMarks = (stem: string): string => stem.replace(MARKS, '').trim();
const worth = ({ scoring }: Reading, best: number): number => scoring.maximum ?? best;
const shareIn = (score: number, most: number): number => (most > 0 ? shareOf((score / most) * 100) : 0);
const TRUE = /^(?:true|t|对|正确|是|√|yes)$/i;
const FALSE = /^(?:false|f|错|错误|否|×|no)$/i;

function optionsOf(reading: Reading, response: Response): MadePart {
  const { scoring, explanation, feedback } = reading;
  const { ident, labels } = response;
  const stem = withoutMarks(reading.stem) + response.html;
  const scored = labels.map((label) => {
    const given = new Map([[ident, [label.ident]]]);
    const shown = [...new Set([...scoring.feedbackOf(given), `${label.ident}_fb`])].flatMap((link) => feedback.get(link) ?? []);
    return {
      ...label,
      fixed: label.fixed || !response.shuffles,
      score: scoring.scoreOf(given),
      ...(shown.length > 0 ? { feedback: shown.join('') } : {}),
    };
  });
  if (response.cardinality === 'multiple') {
    const rights = new Set(scoring.valuesOf(ident).map(({ text }) => text));
    const all = scoring.scoreOf(new Map([[ident, labels.filter((label) => rights.has(label.ident)).map((label) => label.ident)]]));
    const none = scoring.scoreOf(new Map());
    const most = worth(reading, all);
    if (rights.size > 1 && scored.every(({ score }) => score - none <= 0))
      return allOptionsPart(
        stem,
        scored.map((one) => ({ ...one, share: 0, right: rights.has(one.ident) })),
        explanation,
      );
    return optionsPart(
      stem,
      scored.map((one) => ({ ...one, share: shareIn(one.score - none, most) })),
      explanation,
      true,
    );
  }
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const most = worth(reading, best);
  const right = scored.find(({ score }) => score === best && best > 0);
  const words = labels.map(({ html }) => plainText(html));
  const judges = labels.length === 2 && words.some((word) => TRUE.test(word)) && words.some((word) => FALSE.test(word));
  if (judges && right && !scored.some((one) => one.feedback)) return judgePart(stem, TRUE.test(plainText(right.html)), explanation);
  return optionsPart(
    stem,
    scored.map((one) => ({ ...one, share: shareIn(one.score, Math.max(best, Math.min(most, best) || best)) })),
    explanation,
    false,
  );
}

/** Keys of a written response, with the shares of their scores. */
function keysOf(reading: Reading, { ident, kind }: Response): { readonly keys: BlankKey[]; readonly exactCase: boolean } {
  const { scoring } = reading;
  const values = scoring.valuesOf(ident);
  const ranges = scoring.rangesOf(ident);
  const none = scoring.scoreOf(new Map());
  const scores = values.map(({ text }) => scoring.scoreOf(new Map([[ident, [text]]])) - none);
  const best = Math.max(0, ...scores);
  if (kind === 'number' || ranges.length > 0 || /numerical/.test(reading.type)) {
    const inRanges = (text: string): boolean => ranges.some(({ from, to }) => Number(text) >= Number(from) && Number(text) <= Number(to));
    const exact = values.map(({ text }, at) => ({ text, score: scores[at] ?? 0 })).filter(({ text }) => !inRanges(text));
    for (const { text } of exact) if (!isNumber(text)) throw new UnreadableItem(`答案“${text.slice(0, 40)}”不是数`, '请改成数字后重新导出');
    return {
      keys: [
        ...ranges.map(({ from, to }): BlankKey => ({ share: FULL, from, to })),
        ...exact.map(({ text, score }): BlankKey => ({ share: shareIn(score, best) || FULL, value: text })),
      ],
      exactCase: false,
    };
  }
  const seen = new Set<string>();
  const keys = values.flatMap(({ text }, at): BlankKey[] => {
    if (text === '' || seen.has(text)) return [];
    seen.add(text);
    return [{ share: shareIn(scores[at] ?? 0, best) || FULL, text }];
  });
  return { keys, exactCase: values.length > 0 && values.every(({ exactCase }) => exactCase) };
}

const TOKEN = (name: string): string => `[${name}]`;

/** Canvas: blanks are named in the text as `[name]`; each response holds the name. */
function namedBlanks(reading: Reading): MadePart {
  let stem = withoutMarks(reading.stem);
  const blanks = reading.responses.map((response): MadeBlank => {
    const id = newPartId();
    const token = TOKEN(plainText(response.html));
    stem = stem.includes(token) ? stem.replace(token, `[[${id}]]`) : withBlankAtEnd(stem, id);
    if (/dropdown/.test(reading.type)) return choiceBlank(reading, response, id);
    // Every label is a spelling that counts.
    return { id, keys: response.labels.map(({ html }) => ({ share: FULL, text: plainText(html) })) };
  });
  return fillPart(stem, blanks, reading.explanation, reading.language);
}

function choiceBlank({ scoring }: Reading, { ident, labels }: Response, id: string): MadeBlank {
  const rights = new Set(scoring.valuesOf(ident).map(({ text }) => text));
  const choices: Choice[] = labels.map(({ html }) => choiceOf(html));
  return {
    id,
    choices,
    keys: labels.flatMap((label, at): BlankKey[] => (rights.has(label.ident) ? [{ share: FULL, text: choices[at]?.id ?? '' }] : [])),
  };
}

/** Blanks at their places in the text. */
function placedBlanks(reading: Reading): MadePart {
  const blanks: MadeBlank[] = [];
  const stem = reading.stem.replace(MARKS, (_all, at: string) => {
    const response = reading.responses[Number(at)];
    if (!response) return '';
    const id = newPartId();
    blanks.push(response.kind === 'choice' ? choiceBlank(reading, response, id) : { id, ...keysOf(reading, response) });
    return ` [[${id}]] `;
  });
  const single = blanks.length === 1 ? blanks[0] : undefined;
  const placed = single && reading.stem.trim().endsWith(';') ? withBlankAtEnd(withoutMarks(reading.stem), single.id) : stem;
  return fillPart(placed, blanks, reading.explanation, reading.language);
}

/** Several responses with the same labels: each response is a left side. */
function pairsOf(reading: Reading): MadePart {
  const pairs = reading.responses.map((response): [string, string] => {
    const right = reading.scoring.valuesOf(response.ident)[0]?.text;
    return [response.html, response.labels.find(({ ident }) => ident === right)?.html ?? ''];
  });
  if (pairs.some(([left, right]) => left === '' || right === '')) throw new UnreadableItem('连线题有一项没有配对', '请补上配对后重新导出');
  const used = new Set(pairs.map(([, right]) => right));
  const others = (reading.responses[0]?.labels ?? []).filter(({ html }) => !used.has(html)).map(({ html }): [string, string] => ['', html]);
  return pairsPart(withoutMarks(reading.stem), [...pairs, ...others], reading.explanation);
}

function orderOf(reading: Reading, { ident, labels }: Response): MadePart {
  const order = [...new Set(reading.scoring.valuesOf(ident).map(({ text }) => text))];
  if (order.length < labels.length) throw new UnreadableItem('排序题的答案没有包括全部项目', '请补全顺序后重新导出');
  return orderPart(
    withoutMarks(reading.stem),
    order.map((id) => labels.find((label) => label.ident === id)?.html ?? ''),
    reading.explanation,
  );
}

function madeOf(reading: Reading): MadePart {
  const { responses, type, explanation } = reading;
  const [first] = responses;
  const stem = withoutMarks(reading.stem);
  if (/calculated|formula|hot_?spot|jumbled|opinion/i.test(type)) throw new UnreadableItem(`题型“${type}”不能导入`);
  if (/text_only/.test(type) || (!first && !/essay|upload/i.test(type))) return { shown: { kind: 'text', stem }, key: { kind: 'text', explanation } };
  if (/file_upload/.test(type))
    return { shown: { kind: 'upload', stem, photos: 0, recording: false, files: 1 }, key: { kind: 'upload', explanation, rubric: [], hint: '' } };
  if (
    /essay/i.test(type) ||
    !first ||
    (responses.length === 1 &&
      first.kind === 'text' &&
      reading.scoring.valuesOf(first.ident).length === 0 &&
      reading.scoring.rangesOf(first.ident).length === 0)
  )
    return writtenPart(stem, explanation, '');
  if (/multiple_blanks|multiple_dropdowns/.test(type)) return namedBlanks(reading);
  if (responses.length === 1 && first.kind === 'choice') return first.cardinality === 'ordered' ? orderOf(reading, first) : optionsOf(reading, first);
  const labels = (one: Response): string => one.labels.map(({ ident }) => ident).join(' ');
  const texts = (one: Response): string =>
    one.labels
      .map(({ html }) => html)
      .toSorted()
      .join(' ');
  if (responses.every((one) => one.kind === 'choice' && one.html !== '' && (labels(one) === labels(first) || texts(one) === texts(first))))
    return pairsOf(reading);
  return placedBlanks(reading);
}

/** Reads an `item` of QTI 1.2. Throws `UnreadableItem`. `folder` is that of the file. */
export function readQti1Item(item: Xml, folder: string, language: AnswerLanguage): ItemReading & { readonly type: string } {
  const notes: string[] = [];
  const metadata = metadataOf(item);
  const type = metadata.get('question_type') ?? metadata.get('cc_profile') ?? metadata.get('bbmd_questiontype') ?? '';
  const scoring = new Scoring(item);
  const feedback = new Map(elementsOf(item, 'itemfeedback').map((one) => [one.attributes['ident'] ?? '', materialHtml(one, folder)]));
  const general = ['general_fb', 'solution', 'general'].flatMap((name) => feedback.get(name) ?? []);
  const { stem, responses } = presentationOf(item, folder);
  const reading: Reading = {
    folder,
    language,
    scoring,
    responses,
    stem,
    explanation: general.join(''),
    feedback,
    type,
    note: (what) => void notes.push(what),
  };
  const made = madeOf(reading);
  if (['correct_fb', 'general_incorrect_fb', 'correct', 'incorrect'].some((name) => plainText(feedback.get(name) ?? '') !== ''))
    notes.push('对整题答对、答错的反馈没有导入');
  const isJudged = !['short', 'upload', 'text'].includes(made.shown.kind);
  const draft = isJudged && scoring.unknown;
  if (draft) notes.push('得分的条件有读不懂的部分，题目会成为草稿，请检查答案和得分规则');
  const points = metadata.get('points_possible') ?? metadata.get('cc_weighting') ?? metadata.get('qmd_weighting') ?? metadata.get('qmd_maximumscore');
  const declared = scoring.maximum !== null && scoring.maximum !== 100 ? scoring.maximum : null;
  return { content: { ...made, points: made.shown.kind === 'text' ? 0 : pointsOf(points ?? declared) }, notes, draft, type };
}
