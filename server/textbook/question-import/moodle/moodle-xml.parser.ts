import type { AnswerLanguage, BlankKey } from '../../../../contract/textbook/question-kind.ts';
import { QUESTION } from '../../../../contract/textbook/question-limits.ts';
import { newPartId } from '../../question/question-content.format.ts';
import {
  allOptionsPart,
  chapterOfCategory,
  choiceOf,
  fillPart,
  FULL,
  isNumber,
  judgePart,
  optionsPart,
  orderPart,
  pairsPart,
  patternKey,
  pointsOf,
  reciprocal,
  shareOf,
  tagsOf,
  withBlankAtEnd,
  writtenPart,
  type MadePart,
} from '../question-parts.format.ts';
import { elementOf, elementsOf, textIn, type Xml } from '../question-xml.parser.ts';
import { escapeHtml, noted, rejected, type ImportLine, type ReadFile, type ReadQuestion } from '../read-question.format.ts';
import { readCloze } from './cloze.parser.ts';
import { withTypedFormulas } from '../typed-formulas.format.ts';
import { MoodleFiles, moodleHtml, moodleText } from './moodle-text.parser.ts';

const OTHER_KINDS = '请在这里手工新增，或在原系统改成单选、多选、判断、填空、连线、排序、简答后重新导出';

/** A question cannot be read; what is wrong and what to do. */
class Unreadable extends Error {
  readonly advice: string;
  constructor(what: string, advice: string) {
    super(what);
    this.advice = advice;
  }
}

interface Reading {
  readonly question: Xml;
  readonly files: MoodleFiles;
  readonly language: AnswerLanguage;
  readonly stem: string;
  readonly explanation: string;
  readonly note: (what: string, advice?: string) => void;
}

interface Answer {
  readonly element: Xml;
  /** 1/10000. */
  readonly share: number;
  readonly feedback: string;
}

const answersOf = ({ question, files }: Reading): Answer[] =>
  elementsOf(question, 'answer').map((element) => ({
    element,
    share: shareOf(Number(element.attributes['fraction'] ?? 0)),
    feedback: moodleHtml(elementOf(element, 'feedback'), files),
  }));

const isTrue = (element: Xml | undefined): boolean => /^(?:1|true)$/i.test(textIn(element).trim());

function optionsOf(reading: Reading, isSet: boolean): MadePart {
  const { question, files, stem, explanation } = reading;
  const fixed = elementOf(question, 'shuffleanswers') !== undefined && !isTrue(elementOf(question, 'shuffleanswers'));
  const answers = answersOf(reading);
  const options = answers.map(({ element, share, feedback }) => ({
    html: moodleHtml(element, files),
    share,
    ...(feedback ? { feedback } : {}),
    fixed,
  }));
  if (isSet) {
    if (options.some(({ feedback }) => feedback)) reading.note('选项的反馈没有导入');
    return allOptionsPart(
      stem,
      options.map((one) => ({ ...one, right: one.share > 0 })),
      explanation,
    );
  }
  if (elementOf(question, 'single') === undefined || isTrue(elementOf(question, 'single'))) {
    if (!answers.some(({ share }) => share === FULL)) reading.note('没有得满分的选项', '得分最高的选项作为正确答案，请检查');
    return optionsPart(stem, options, explanation, false);
  }
  const full = options.filter(({ share }) => share === FULL);
  if (full.length < 2) return optionsPart(stem, options, explanation, true);
  reading.note('有几个选项各得满分', '已平分到各个正确选项，请检查');
  const each = Math.round(FULL / full.length);
  return optionsPart(
    stem,
    options.map((one) => (one.share === FULL ? { ...one, share: each } : one)),
    explanation,
    true,
  );
}

function truthOf(reading: Reading): MadePart {
  const answers = answersOf(reading);
  const right = answers.find(({ share }) => share > 0);
  const word = moodleText(right?.element)
    .replace(/<[^>]*>/g, '')
    .trim()
    .toLowerCase();
  const value = /^(?:true|t|1|对|正确|是|√)$/.test(word) ? true : /^(?:false|f|0|错|错误|否|×)$/.test(word) ? false : null;
  if (value === null) throw new Unreadable(`判断题的答案“${word}”不是 true 或 false`, '请修改后重新导出');
  const feedback = answers.map((one) => one.feedback).filter(Boolean);
  return judgePart(reading.stem, value, reading.explanation + feedback.join(''));
}

/** The place of the answer: a run of underscores in the text, else its end. */
const withBlank = (stem: string, id: string): string => (/_{5,}/.test(stem) ? stem.replace(/_{5,}/, `[[${id}]]`) : withBlankAtEnd(stem, id));

function wordOf(reading: Reading): MadePart {
  const id = newPartId();
  const answers = answersOf(reading);
  if (answers.some(({ feedback, share }) => feedback && share >= 0)) reading.note('填空的逐个反馈没有导入');
  const keys = answers.filter(({ share }) => share > 0).map(({ element, share }) => patternKey(moodleText(element), share));
  return fillPart(
    withBlank(reading.stem, id),
    [{ id, keys, exactCase: isTrue(elementOf(reading.question, 'usecase')) }],
    reading.explanation,
    reading.language,
  );
}

function numberOf(reading: Reading): MadePart {
  const { question } = reading;
  const id = newPartId();
  const keys = answersOf(reading)
    .filter(({ share }) => share > 0)
    .map(({ element, share }): BlankKey => {
      const value = moodleText(element);
      if (!isNumber(value)) throw new Unreadable(`答案“${value}”不是数`, '请改成数字后重新导出');
      const tolerance = textIn(elementOf(element, 'tolerance')).trim();
      if (tolerance !== '' && !isNumber(tolerance)) throw new Unreadable(`误差“${tolerance}”不是数`, '请改成数字后重新导出');
      return { share, value, ...(tolerance === '' || Number(tolerance) === 0 ? {} : { tolerance }) };
    });
  const given = elementsOf(elementOf(question, 'units') ?? question, 'unit');
  const units = given
    .map((unit) => ({ name: textIn(elementOf(unit, 'unit_name')).trim(), factor: reciprocal(textIn(elementOf(unit, 'multiplier'))) }))
    .filter(({ name }) => name !== '')
    .slice(0, 10);
  if (given.length > 10) reading.note(`单位有${given.length}个，只导入前10个`, '请检查');
  const grading = textIn(elementOf(question, 'unitgradingtype')).trim();
  const required = grading !== '' && grading !== '0';
  return fillPart(
    withBlank(reading.stem, id),
    [{ id, keys, units, unit: required ? 'required' : 'optional' }],
    reading.explanation,
    reading.language,
  );
}

function pairsOf({ question, files, stem, explanation }: Reading): MadePart {
  const pairs = elementsOf(question, 'subquestion').map((one): [string, string] => {
    const answer = elementOf(one, 'answer');
    // The text of the pair, not that of its answer.
    return [moodleHtml(one, files), withTypedFormulas(escapeHtml(moodleText(answer)))];
  });
  return pairsPart(stem, pairs, explanation);
}

const ORDER_POLICIES: Readonly<Record<string, 'all' | 'position' | 'neighbours'>> = {
  '-1': 'all',
  ALL_OR_NOTHING: 'all',
  '0': 'position',
  ABSOLUTE_POSITION: 'position',
  '1': 'neighbours',
  RELATIVE_NEXT_EXCLUDE_LAST: 'neighbours',
};

function orderOf(reading: Reading): MadePart {
  const { question, files, stem, explanation } = reading;
  const answers = elementsOf(question, 'answer').map((element, at) => ({ element, place: Number(element.attributes['fraction']) || 0, at }));
  const numbered = new Set(answers.map(({ place }) => place)).size === answers.length;
  const list = numbered ? answers.toSorted((a, b) => a.place - b.place) : answers;
  const rule = textIn(elementOf(question, 'gradingtype')).trim().toUpperCase();
  const policy = rule === '' ? 'position' : ORDER_POLICIES[rule];
  if (!policy) reading.note(`排序的得分规则“${rule}”没有对应的规则`, '已用“按位置正确的个数”，请检查');
  if (/^(?:RANDOM|CONTIGUOUS|1|2)$/i.test(textIn(elementOf(question, 'selecttype')).trim()))
    reading.note('原题只抽取一部分项目', '已导入全部项目，请检查');
  return orderPart(
    stem,
    list.map(({ element }) => moodleHtml(element, files)),
    explanation,
    policy ?? 'position',
  );
}

/** Words that are chosen or dragged into gaps `[[1]]`. */
function gapsOf(reading: Reading, name: 'selectoption' | 'dragbox'): MadePart {
  const words = elementsOf(reading.question, name).map((element) => ({
    html: withTypedFormulas(name === 'dragbox' ? moodleHtml(element, reading.files) : escapeHtml(moodleText(element))),
    group: textIn(elementOf(element, 'group')).trim() || '1',
  }));
  const blanks: { id: string; keys: BlankKey[]; choices: ReturnType<typeof choiceOf>[] }[] = [];
  const stem = reading.stem.replace(/\[\[(\d{1,3})\]\]/g, (all, number: string) => {
    const right = words[Number(number) - 1];
    if (!right) throw new Unreadable(`空 ${all} 没有对应的选项`, '请核对选项后重新导出');
    const id = newPartId();
    const texts = [...new Set(words.filter(({ group }) => group === right.group).map(({ html }) => html))];
    const choices = texts.map((html) => choiceOf(html));
    blanks.push({ id, choices, keys: [{ share: FULL, text: choices[texts.indexOf(right.html)]?.id ?? '' }] });
    return `[[${id}]]`;
  });
  return fillPart(stem, blanks, reading.explanation, reading.language);
}

function essayOf(reading: Reading): MadePart {
  const { question, files, stem, explanation } = reading;
  if (moodleHtml(elementOf(question, 'responsetemplate'), files) !== '') reading.note('作答模板没有导入');
  const hint = moodleText(elementOf(question, 'graderinfo'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const attachments = Number(textIn(elementOf(question, 'attachments')).trim()) || 0;
  if (textIn(elementOf(question, 'responseformat')).trim() === 'noinline' && attachments !== 0)
    return {
      shown: { kind: 'upload', stem, photos: 0, recording: false, files: attachments < 0 ? QUESTION.files : Math.min(QUESTION.files, attachments) },
      key: { kind: 'upload', explanation, rubric: [], hint: hint.slice(0, 2_000) },
    };
  if (attachments !== 0) reading.note('原题还可以交附件', '这里只能写文字；要交文件请改成上传题');
  return writtenPart(stem, explanation, hint, Number(textIn(elementOf(question, 'maxwordlimit')).trim()) || QUESTION.shortAnswer);
}

function clozeOf(reading: Reading): { readonly made: MadePart; readonly points: number } {
  const { stem, blanks, faults, feedback } = readCloze(reading.stem);
  if (faults.length > 0) throw new Unreadable(faults.join('；'), OTHER_KINDS);
  if (feedback) reading.note('填空的逐个反馈没有导入');
  if (new Set(blanks.map(({ weight }) => weight)).size > 1) reading.note('各空的分值不同', '这里各空平分，请检查');
  const all = blanks.reduce((sum, { weight }) => sum + weight, 0);
  return { made: fillPart(stem, blanks, reading.explanation, reading.language), points: all * 100 };
}

function madeOf(type: string, reading: Reading): { readonly made: MadePart; readonly points?: number } {
  switch (type) {
    case 'multichoice':
      return { made: optionsOf(reading, false) };
    case 'multichoiceset':
      return { made: optionsOf(reading, true) };
    case 'truefalse':
      return { made: truthOf(reading) };
    case 'shortanswer':
      return { made: wordOf(reading) };
    case 'numerical':
      return { made: numberOf(reading) };
    case 'matching':
    case 'match':
      return { made: pairsOf(reading) };
    case 'essay':
      return { made: essayOf(reading) };
    case 'description':
      return { made: { shown: { kind: 'text', stem: reading.stem }, key: { kind: 'text', explanation: reading.explanation } } };
    case 'cloze':
    case 'multianswer':
      return clozeOf(reading);
    case 'ordering':
      return { made: orderOf(reading) };
    case 'gapselect':
      return { made: gapsOf(reading, 'selectoption') };
    case 'ddwtos':
      return { made: gapsOf(reading, 'dragbox') };
    default:
      throw new Unreadable(`题型“${type}”不能导入`, OTHER_KINDS);
  }
}

/** Feedback that Moodle writes into every question. */
const USUAL_FEEDBACK =
  /^(?:<p>)?\s*(?:Your answer is (?:partially )?(?:correct|incorrect)\.?|(?:您|你)?的?(?:答案|回答)(?:部分)?(?:正确|错误|不正确)。?|)\s*(?:<\/p>)?$/i;
const FEEDBACKS = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'];

function readOne(question: Xml, place: string, chapter: string, files: MoodleFiles, language: AnswerLanguage, lines: ImportLine[]): ReadQuestion {
  const name = moodleText(elementOf(question, 'name'));
  const words = elementsOf(elementOf(question, 'tags') ?? question, 'tag').map(moodleText);
  const head = {
    place,
    code: (moodleText(elementOf(question, 'idnumber')) || (name.length <= QUESTION.code ? name : '')).slice(0, QUESTION.code),
    chapter,
    ...tagsOf(words),
  };
  const note = (what: string, advice = ''): void => void lines.push(noted(place, what, advice));
  try {
    const reading: Reading = {
      question,
      files,
      language,
      stem: moodleHtml(elementOf(question, 'questiontext'), files) + files.oldPicture(question),
      explanation: moodleHtml(elementOf(question, 'generalfeedback'), files),
      note,
    };
    const type = (question.attributes['type'] ?? '').trim();
    const { made, points } = madeOf(type, reading);
    if (FEEDBACKS.some((one) => !USUAL_FEEDBACK.test(moodleText(elementOf(question, one))))) note('对整题答对、答错的反馈没有导入');
    if (elementsOf(question, 'hint').some((hint) => moodleText(hint) !== '')) note('提示没有导入');
    if (isTrue(elementOf(question, 'hidden'))) note('这道题在原系统里已隐藏', '不需要的话，导入后请停用');
    if (words.filter(Boolean).length > QUESTION.tags + 1) note(`知识点超过${QUESTION.tags}个，其余没有导入`);
    const grade = textIn(elementOf(question, 'defaultgrade')).trim();
    const all = made.shown.kind === 'text' ? 0 : grade === '' ? (points ?? QUESTION.newPoints) : pointsOf(grade);
    if (made.shown.kind !== 'text' && grade !== '' && !(Number(grade) > 0)) note(`分值“${grade}”已改为${QUESTION.newPoints / 100}分`);
    for (const file of files.unused.splice(0)) note(`附带的文件“${file}”没有用在题目里，没有导入`);
    return { ...head, content: { ...made, points: all } };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    files.unused = [];
    lines.push(rejected(place, name === '' ? error.message : `“${name.slice(0, 40)}”：${error.message}`, error.advice));
    return { ...head, content: null };
  }
}

/** Reads Moodle XML (docs.moodle.org/en/Moodle_XML_format). */
export function readMoodleXml(root: Xml, language: AnswerLanguage): ReadFile {
  const files = new MoodleFiles();
  const questions: ReadQuestion[] = [];
  const lines: ImportLine[] = [];
  let chapter = '';
  for (const question of elementsOf(root, 'question')) {
    if (question.attributes['type'] === 'category') {
      chapter = chapterOfCategory(moodleText(elementOf(question, 'category')));
      continue;
    }
    questions.push(readOne(question, `第${questions.length + 1}题（第${question.line}行）`, chapter, files, language, lines));
  }
  return { questions, lines, mediaOf: files.mediaOf };
}
