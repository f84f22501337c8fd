import type { AnswerLanguage } from '../../../../contract/textbook/question-kind.ts';
import { exerciseSet } from '../../../../contract/textbook/exercise.ts';
import { questionBank } from '../../../../contract/textbook/question.ts';
import type { AppContext } from '../../../context.ts';
import type { Tx } from '../../../db/database.ts';
import type { CurrentUser } from '../../../http/current-user.ts';
import { exerciseSets, publishSet } from '../../../textbook/exercise/exercise-set.service.ts';
import { questionsOfRows } from '../../../textbook/question-import/question-reading.service.ts';
import { banks } from '../../../textbook/question/question-bank.service.ts';
import { cleanContent, writeQuestion, type QuestionContent } from '../../../textbook/question/question.service.ts';
import { storeDemoFile } from './demo-file.ts';
import { FERRY_RECORDINGS, ferryQuestions, type FerryRecording, type SampleQuestion } from './ferry-questions.ts';
import { FERRY_ROWS } from './ferry-rows.ts';
import { MORNING, STATION, TEACHER_ROWS, WRITING, type ChapterRows, type QuestionRow } from './question-rows.ts';
import { morningMore, stationMore, writingMore } from './question-samples.ts';
import { wavNarration } from './wav-speech.ts';

type AddressOf = (name: FerryRecording) => string;

interface BookQuestions {
  readonly title: string;
  readonly language: AnswerLanguage;
  readonly chapters: readonly ChapterRows[];
  /** Questions of kinds that the template cannot hold, at the end of a chapter. */
  readonly more: (chapter: number, addressOf: AddressOf) => readonly SampleQuestion[];
  /** Its listening questions have recordings. */
  readonly recorded?: boolean;
}

/** For books that have such questions in their first chapter only. */
const inFirst =
  (more: () => readonly QuestionContent[]): BookQuestions['more'] =>
  (chapter) =>
    chapter === 0 ? more().map((content) => ({ content, tags: [], difficulty: 3 })) : [];

const BOOKS: readonly BookQuestions[] = [
  { title: '学术写作第一课', language: 'zh', chapters: WRITING, more: inFirst(writingMore) },
  { title: '第一站：日语小故事', language: 'ja', chapters: STATION, more: inFirst(stationMore) },
  { title: '听见清晨', language: 'en', chapters: MORNING, more: inFirst(morningMore) },
  { title: '渡口英语听说', language: 'en', chapters: FERRY_ROWS, more: ferryQuestions, recorded: true },
];

const HEAD = ['题型', '题干', ...[...'ABCDEFGHIJ'].map((letter) => `选项${letter}`), '答案', '分值', '解析', '难度', '知识点', '得分规则'];

function ofRows(rows: readonly QuestionRow[], language: AnswerLanguage): SampleQuestion[] {
  const lines = rows.map(([kind, stem, options, answer, points, explanation, level = '', tags = '', policy = '']) => {
    const list = options === '' ? [] : options.split('｜');
    return [kind, stem, ...Array.from({ length: 10 }, (_one, at) => list[at] ?? ''), answer, points, explanation, level, tags, policy];
  });
  const { questions, lines: faults } = questionsOfRows([HEAD, ...lines], language);
  const rejected = faults.filter(({ severity }) => severity === 'rejected');
  if (rejected.length > 0) throw new Error(`demo questions: ${JSON.stringify(rejected)}`);
  return questions.flatMap(({ content, tags, difficulty }) => (content ? [{ content, tags, difficulty }] : []));
}

interface SetOfChapter {
  readonly chapter: number;
  readonly title: string;
  readonly questions: readonly SampleQuestion[];
}

const setsOf = ({ language, chapters, more }: BookQuestions, addressOf: AddressOf): SetOfChapter[] =>
  chapters.map(({ chapter, title, rows }) => ({
    chapter,
    title,
    questions: [...ofRows(rows, language), ...more(chapter, addressOf)],
  }));

/** The questions of a demo book by its exercises, none for other books. */
export function demoSets(title: string, addressOf: AddressOf = (name) => `/${name}.wav`): SetOfChapter[] {
  const book = BOOKS.find((one) => one.title === title);
  return book ? setsOf(book, addressOf) : [];
}

/** The questions of the own bank of the demo teacher. */
export const teacherQuestions = (): SampleQuestion[] => ofRows(TEACHER_ROWS, 'en');

/** Writes ready questions; returns their ids. */
async function addQuestions(
  tx: Tx,
  editor: CurrentUser,
  bankId: number,
  use: 'both' | 'assignment',
  chapter: string,
  list: readonly SampleQuestion[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const { content, tags, difficulty } of list) {
    const head = { code: '', chapter, tags: [...tags], difficulty, use };
    ids.push((await writeQuestion(tx, editor, bankId, head, cleanContent(content), null, true)).questionId);
  }
  return ids;
}

/** Stores the recordings of listening questions. As the pictures of staff they are public: the exercises of a trial have no sign-in. */
async function storeRecordings(context: AppContext, editor: CurrentUser): Promise<AddressOf> {
  const addresses = new Map<string, string>();
  for (const [name, lines] of Object.entries(FERRY_RECORDINGS)) {
    const { bytes } = wavNarration(lines);
    addresses.set(name, (await storeDemoFile(context, editor, { name: `${name}.wav`, mime: 'audio/wav', bytes, isPublic: true })).address);
  }
  return (name) => addresses.get(name) ?? '';
}

/** Adds the bank and the published exercises of each demo textbook that has none, and the own bank of a teacher. */
export async function addDemoQuestions(context: AppContext, editor: CurrentUser, approver: CurrentUser, teacher: CurrentUser): Promise<void> {
  for (const book of BOOKS) {
    const work = await context.db
      .selectFrom('publication')
      .select('id')
      .where('title', '=', book.title)
      .where('delFlag', '=', '0')
      .executeTakeFirst();
    if (!work || (await context.db.selectFrom('questionBank').select('id').where('publishId', '=', work.id).executeTakeFirst())) continue;
    const addressOf = book.recorded ? await storeRecordings(context, editor) : () => '';
    await context.db.transaction().execute((tx) => addBook(tx, editor, approver, work.id, book.title, setsOf(book, addressOf)));
  }
  if (await context.db.selectFrom('questionBank').select('id').where('userId', '=', teacher.userId).executeTakeFirst()) return;
  await context.db.transaction().execute(async (tx) => {
    const bankId = await banks.write(tx, teacher, questionBank.draft.parse({ name: '英语听说作业', sharedWith: 'course' }), null);
    await addQuestions(tx, teacher, bankId, 'assignment', '', teacherQuestions());
  });
}

async function addBook(
  tx: Tx,
  editor: CurrentUser,
  approver: CurrentUser,
  publishId: number,
  title: string,
  sets: readonly SetOfChapter[],
): Promise<void> {
  const bankId = await banks.write(tx, editor, questionBank.draft.parse({ name: `${title}题库`, publishId }), null);
  for (const { chapter, title: setTitle, questions } of sets) {
    const questionIds = await addQuestions(tx, editor, bankId, 'both', setTitle.split(/[练：]/)[0] ?? '', questions);
    const draft = exerciseSet.draft.parse({ publishId, title: setTitle, documentIndex: chapter, questionIds, shuffle: '0' });
    await publishSet(tx, editor, approver, await exerciseSets.write(tx, editor, draft, null));
  }
}
