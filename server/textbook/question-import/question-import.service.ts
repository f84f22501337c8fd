import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '../../../contract/clock.ts';
import { MB } from '../../../contract/limits.ts';
import { keyProblems } from '../../../contract/textbook/key-problems.ts';
import type { ImportRun, ImportState } from '../../../contract/textbook/question-import.ts';
import { QUESTION_CODES } from '../../../contract/textbook/question-limits.ts';
import { loggedWrite } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { sendSheet } from '../../crud/crud-export.ts';
import type { RequestCaller } from '../../crud/crud-service.ts';
import type { Database, Tx } from '../../db/database.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import { bankFor, languageOfBank } from '../question/question-bank.service.ts';
import { alikeInBank, contentOfBank, questionById } from '../question/question.queries.ts';
import { cleanContent, hashOf, writeQuestion, type QuestionContent } from '../question/question.service.ts';
import { ownsImport } from '../question/question.policy.ts';
import { addRun, dropRunsBefore, finishRun, runById, type RunRow } from './question-import.queries.ts';
import { readQuestions } from './question-reading.service.ts';
import { losses, sheetRowOf } from './question-sheet.format.ts';
import { SHEET_COLUMNS } from './question-sheet.parser.ts';
import type { ImportLine, ReadQuestion } from './read-question.format.ts';

const LOG = '导入题目';
const FILE_BYTES = 50 * MB;
const KEPT_DAYS = 90;

/** The first file of a multipart request. */
async function uploaded(request: FastifyRequest): Promise<{ name: string; bytes: Buffer }> {
  for await (const part of request.parts()) {
    if (part.type === 'field') continue;
    const bytes = await part.toBuffer();
    if (bytes.length > FILE_BYTES) throw failed('文件超过50MB，请拆成几个文件分别导入');
    return { name: part.filename.slice(0, 200), bytes };
  }
  throw failed('请选择要导入的文件');
}

interface Placed {
  readonly question: ReadQuestion;
  readonly state: ImportState;
  /** The question in the bank with this code or content. */
  readonly questionId: number | null;
  readonly problems: readonly string[];
}

/** Finds for each question whether the bank has it: an equal content is the same, an equal code with other content is changed. */
async function placedIn(db: Database | Tx, bankId: number, list: readonly ReadQuestion[]): Promise<Placed[]> {
  const cleaned = list.map((question) => ({ ...question, ...(question.content ? cleanContent(question.content) : { content: null, faults: [] }) }));
  const hashes = cleaned.map(({ content }) => (content ? hashOf(content) : ''));
  const alike = await alikeInBank(db, bankId, cleaned.map(({ code }) => code).filter(Boolean), hashes.filter(Boolean));
  const byCode = new Map(alike.map((row) => [row.code, row]));
  const byHash = new Map(alike.map((row) => [row.hash, row]));
  const seen = new Set<string>();
  return cleaned.map((question, at): Placed => {
    const hash = hashes[at] ?? '';
    if (!question.content) return { question, state: 'rejected', questionId: null, problems: [] };
    const problems = [...keyProblems(question.content.shown, question.content.key, question.content.points), ...question.faults];
    const coded = question.code === '' ? undefined : byCode.get(question.code);
    const twice = seen.has(hash) || (question.code !== '' && seen.has(`code ${question.code}`));
    seen.add(hash);
    if (question.code !== '') seen.add(`code ${question.code}`);
    if (problems.length > 0) return { question, state: 'rejected', questionId: null, problems };
    if (twice || byHash.has(hash)) return { question, state: 'same', questionId: null, problems };
    return coded ? { question, state: 'changed', questionId: coded.id, problems } : { question, state: 'new', questionId: null, problems };
  });
}

const countsOf = (placed: readonly Placed[]): ImportRun['counts'] => {
  const counts = { new: 0, changed: 0, same: 0, rejected: 0 };
  for (const { state } of placed) counts[state] += 1;
  return counts;
};

function runOf(row: RunRow, placed: readonly Placed[]): ImportRun {
  return {
    runId: row.id,
    bankId: row.bankId,
    fileName: row.fileName,
    format: row.format,
    status: row.done === '1' ? 'done' : 'preview',
    lines: JSON.parse(row.lines) as ImportLine[],
    counts: countsOf(placed),
    questions: placed.map(({ question: { place, code, content }, state, problems }) => ({
      place,
      code,
      state,
      points: content?.points ?? 0,
      shown: content?.shown ?? null,
      problems: [...problems],
    })),
  };
}

/** Reads a file and stores what was found, without writing to the bank. */
export async function previewImportOf({ context, currentUser, request }: RequestCaller, bankId: number): Promise<ImportRun> {
  const bank = await bankFor(context.db, currentUser, bankId, 'import');
  const { name, bytes } = await uploaded(request);
  const read = await readQuestions(bytes, name, await languageOfBank(context.db, bank));
  const placed = await placedIn(context.db, bankId, read.questions);
  const impossible = placed.flatMap(({ question, problems }) =>
    problems.map((what): ImportLine => ({ place: question.place, severity: 'rejected', what, advice: '请修改后重新导入' })),
  );
  const row = await addRun(context.db, {
    bankId,
    userId: currentUser.userId,
    fileName: name,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    format: read.format,
    lines: JSON.stringify([...read.lines, ...impossible]),
    questions: JSON.stringify(read.questions),
    createTime: Date.now(),
  });
  return runOf(row, placed);
}

/** Writes the questions of a preview that have no fault; all of them or, after an error, none. */
export async function confirmImportOf(caller: RequestCaller, runId: number, takesChanged: boolean) {
  const { currentUser } = caller;
  return loggedWrite(
    caller,
    LOG,
    'import',
  )(async (tx) => {
    const run = await runById(tx, runId);
    if (!run || !ownsImport(run, currentUser)) throw missing('导入记录不存在，请重新上传文件');
    if (run.done === '1') throw new AppError(QUESTION_CODES.importDone, '这个文件已经导入过了');
    await bankFor(tx, currentUser, run.bankId, 'import');
    const placed = await placedIn(tx, run.bankId, JSON.parse(run.questions) as ReadQuestion[]);
    const counts = { made: 0, changed: 0, skipped: 0 };
    for (const { question, state, questionId } of placed) {
      if (!question.content || !(state === 'new' || (state === 'changed' && takesChanged))) {
        counts.skipped += 1;
        continue;
      }
      const before = questionId === null ? null : ((await questionById(tx, questionId)) ?? null);
      const { code, chapter, difficulty, content } = question;
      const head = { code, chapter, tags: [...question.tags], difficulty, use: before?.use ?? ('both' as const) };
      await writeQuestion(tx, currentUser, run.bankId, head, content, before, true);
      counts[before ? 'changed' : 'made'] += 1;
    }
    await finishRun(tx, runId, counts);
    return counts;
  });
}

const WIDTHS: Readonly<Record<string, number>> = { 题干: 50, 答案: 24, 解析: 40, 章节: 16, 知识点: 20, 得分规则: 24 };
const columns = SHEET_COLUMNS.map((header) => ({ header, width: WIDTHS[header] ?? 12 }));

const optionsOf = (...texts: string[]): string[] => Array.from({ length: 10 }, (_one, at) => texts[at] ?? '');
/** Rows that show how each kind is filled in. */
const EXAMPLES: readonly (readonly (string | number)[])[] = [
  ['单选', '渡船几点开？', ...optionsOf('五点', '六点', '七点', '以上都不对'), 'B', 2, '课文第一段', '第一章', 2, '渡口', '', '例1'],
  ['多选', '哪些是船上的人？', ...optionsOf('船工', '教师', '山', '学生'), 'ABD', 3, '', '第一章', 3, '', '少选得一半，选错不得分', '例2'],
  ['判断', '桥在渡口的北边。', ...optionsOf(), '错', 1, '', '', 2, '', '', '例3'],
  ['填空', '早上____点开船，票价____元。', ...optionsOf(), '六；6|2-3', 2, '两空用“|”分开', '', 3, '', '每空得分', '例4'],
  ['连线', '把词语和意思连起来', ...optionsOf(), '早=morning；晚=evening；=noon', 4, '', '', 3, '', '', '例5'],
  ['排序', '按先后排列', ...optionsOf('买票', '上船', '开船'), 'ABC', 3, '', '', 3, '', '', '例6'],
  ['简答', '为什么要修桥？', ...optionsOf(), '答出交通和安全两点', 6, '', '', 4, '', '', '例7'],
];

export const sendTemplateOf = (reply: FastifyReply): FastifyReply =>
  sendSheet(reply, '题目导入模板', async (book) => {
    await book.begin('题目', columns);
    for (const row of EXAMPLES) await book.row(row);
  });

/** The questions of a bank in the template; what it cannot hold is listed on a second sheet. */
export async function exportQuestionsOf(caller: RequestCaller, reply: FastifyReply, bankId: number): Promise<FastifyReply> {
  const bank = await bankFor(caller.context.db, caller.currentUser, bankId, 'export');
  const rows = await contentOfBank(caller.context.db, bankId);
  await loggedWrite(caller, LOG, 'export')(async () => undefined);
  return sendSheet(reply, bank.name, async (book) => {
    const lost: [string, string][] = [];
    await book.begin('题目', columns);
    for (const row of rows) {
      const content: QuestionContent = { shown: JSON.parse(row.shown), key: JSON.parse(row.keyPart), points: row.points } as QuestionContent;
      const cells = sheetRowOf({ ...row, tags: JSON.parse(row.tags) as string[] }, content);
      if (!cells) lost.push([row.code, '材料题不能放进表格']);
      else {
        await book.row(cells);
        for (const what of losses(content)) lost.push([row.code, `没有导出：${what}`]);
      }
    }
    if (lost.length === 0) return;
    await book.begin('未导出', [
      { header: '编号', width: 16 },
      { header: '原因', width: 40 },
    ]);
    for (const line of lost) await book.row(line);
  });
}

/** Deletes reports of imports that are older than 90 days. Returns false when there are none. */
export const dropOldImports = async ({ db }: AppContext): Promise<boolean> => dropRunsBefore(db, Date.now() - KEPT_DAYS * DAY_MS);
