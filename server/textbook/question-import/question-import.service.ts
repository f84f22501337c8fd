import { createHash, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { DAY_MS } from '../../../contract/clock.ts';
import { MB } from '../../../contract/limits.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { PREVIEW_LINES, PREVIEW_PAGE, type ImportRun, type importRuns, type ImportState } from '../../../contract/textbook/question-import.ts';
import { QUESTION_CODES } from '../../../contract/textbook/question-limits.ts';
import { loggedWrite } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { sendSheet } from '../../crud/crud-export.ts';
import type { RequestCaller } from '../../crud/crud-service.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { onePart } from '../../files/multipart-file.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { assertSpaceFor, removeFilesByName } from '../../system/file/file.service.ts';
import { uploadsIn } from '../../system/file/open-upload.service.ts';
import { bankFor } from '../question/question-bank.service.ts';
import { alikeInBank, questionById } from '../question/question.queries.ts';
import { writeQuestion } from '../question/question.service.ts';
import { ownsImport } from '../question/question.policy.ts';
import type { CheckedHead, CheckedQuestion } from './checked-question.format.ts';
import {
  addRun,
  dropLostParts,
  dropPart,
  dropParts,
  dropRuns,
  finishRun,
  openRuns,
  partCount,
  partOf,
  progressOf,
  runById,
  runsBefore,
  setDue,
  type RunRow,
} from './question-import.queries.ts';
import { TEMPLATE_COLUMNS } from './question-sheet.format.ts';
import type { ImportLine } from './read-question.format.ts';

const LOG = '导入题目';
const FILE_BYTES = 50 * MB;
const KEPT_DAYS = 90;
/** A call waits for a short file; a long one goes on without it. */
const ANSWER_MS = 5_000;
const ASK_MS = 100;
/** How long storing a file may take before its run is given up. */
const STORING_MS = 120_000;
/** Runs of a day in the list. */
const RUNS = 20;
const DROPPED_AT_ONCE = 100;

interface Placed {
  readonly head: CheckedHead;
  readonly state: ImportState;
  /** The question in the bank with this code or content. */
  readonly questionId: number | null;
  readonly problems: readonly string[];
}

const KEEPS_READY = '题库里这个编号的题已经可用，缺图片或录音的内容不能替换它';

/** Finds for each question whether the bank has it: an equal content is the same, an equal code with other content is changed. */
async function placedIn(db: Database | Tx, bankId: number, list: readonly CheckedHead[]): Promise<Placed[]> {
  const alike = await alikeInBank(db, bankId, list.map(({ code }) => code).filter(Boolean), list.map(({ hash }) => hash).filter(Boolean));
  const byCode = new Map(alike.map((row) => [row.code, row]));
  const byHash = new Map(alike.map((row) => [row.hash, row]));
  const seen = new Set<string>();
  return list.map((head): Placed => {
    const { code, hash, problems, draft } = head;
    const rejectedFor = (why: readonly string[]): Placed => ({ head, state: 'rejected', questionId: null, problems: why });
    if (hash === '') return rejectedFor(problems);
    const coded = code === '' ? undefined : byCode.get(code);
    const twice = seen.has(hash) || (code !== '' && seen.has(`code ${code}`));
    seen.add(hash);
    if (code !== '') seen.add(`code ${code}`);
    if (problems.length > 0) return rejectedFor(problems);
    if (twice || byHash.has(hash)) return { head, state: 'same', questionId: null, problems };
    if (coded?.ready === '1' && draft) return rejectedFor([KEEPS_READY]);
    return coded ? { head, state: 'changed', questionId: coded.id, problems } : { head, state: 'new', questionId: null, problems };
  });
}

const countsOf = (placed: readonly Placed[]): ImportRun['counts'] => {
  const counts = { new: 0, changed: 0, same: 0, rejected: 0 };
  for (const { state } of placed) counts[state] += 1;
  return counts;
};

const statusOf = ({ nextAt, error, done }: Pick<RunRow, 'nextAt' | 'error'> & { readonly done?: '0' | '1' }): ImportRun['status'] =>
  nextAt !== null ? 'reading' : error !== '' ? 'failed' : done === '1' ? 'done' : 'preview';

/** A run whose questions are not stored in parts was read by an earlier release, and is read again. */
async function headsOf(db: Database | Tx, row: RunRow): Promise<CheckedHead[]> {
  const list = row.questions === '' ? [] : (JSON.parse(row.questions) as CheckedHead[]);
  if (list.length > 0 && (await partCount(db, row.id)) === 0) throw failed('预览已过期，请重新上传文件');
  return list;
}

async function questionsIn(db: Database | Tx, runId: number, no: number): Promise<CheckedQuestion[]> {
  const part = await partOf(db, runId, no);
  return part ? (JSON.parse(part.questions) as CheckedQuestion[]) : [];
}

async function runOf(db: Database, row: RunRow, pageNum = 1): Promise<ImportRun> {
  const placed = await placedIn(db, row.bankId, await headsOf(db, row));
  const shown = placed.length === 0 ? [] : await questionsIn(db, row.id, pageNum - 1);
  const lines = JSON.parse(row.lines) as ImportLine[];
  return {
    runId: row.id,
    bankId: row.bankId,
    fileName: row.fileName,
    format: row.format,
    status: statusOf(row),
    message: row.error,
    doneRows: row.doneRows,
    totalRows: row.totalRows,
    lines: lines.slice(0, PREVIEW_LINES),
    lineCount: lines.length,
    counts: countsOf(placed),
    questions: shown.map(({ place, code, content, draft }, at) => {
      const { state = 'rejected', problems = [] } = placed[(pageNum - 1) * PREVIEW_PAGE + at] ?? {};
      return { place, code, state, draft: draft === true, points: content?.points ?? 0, shown: content?.shown ?? null, problems: [...problems] };
    }),
  };
}

/** Waits until a run has ended, at most for a time. */
async function untilEnded(db: Database, runId: number): Promise<void> {
  const until = performance.now() + ANSWER_MS;
  while (performance.now() < until) {
    const run = await progressOf(db, runId);
    if (!run || run.nextAt === null) return;
    await setTimeout(ASK_MS);
  }
}

/** Stores a file and reads it, without writing to the bank. Answers with what was found, or after five seconds with a run that goes on. */
export async function previewImportOf({ context, currentUser, request }: RequestCaller, bankId: number): Promise<ImportRun> {
  await bankFor(context.db, currentUser, bankId, 'import');
  const { name, bytes } = await onePart(request, FILE_BYTES);
  await assertSpaceFor(context, currentUser, bytes.length);
  const fileKey = `question-imports/${randomUUID()}`;
  const now = Date.now();
  // The row is first, so that a file whose server was killed is found and removed.
  const { id } = await addRun(context.db, {
    bankId,
    userId: currentUser.userId,
    fileName: name,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    format: '',
    lines: '[]',
    fileKey,
    nextAt: now + STORING_MS,
    createTime: now,
  });
  await context.files.put(fileKey, bytes, 'application/octet-stream');
  await setDue(context.db, id, Date.now());
  context.jobs.wake();
  await untilEnded(context.db, id);
  const run = await ownRun(context.db, currentUser, id);
  if (statusOf(run) === 'failed') throw failed(run.error);
  return runOf(context.db, run);
}

/** Returns a run of the user; throws when it is missing or another's. */
async function ownRun(db: Database | Tx, currentUser: CurrentUser, runId: number): Promise<RunRow> {
  const run = await runById(db, runId);
  if (!run || !ownsImport(run, currentUser)) throw missing('导入记录不存在，请重新上传文件');
  await bankFor(db, currentUser, run.bankId, 'import');
  return run;
}

/** A run: how far it is, or what was found. */
export const importRunFor = async ({ db }: AppContext, currentUser: CurrentUser, runId: number, pageNum: number): Promise<ImportRun> =>
  runOf(db, await ownRun(db, currentUser, runId), pageNum);

/** All lines of the report of a run. */
export async function sendReportOf({ db }: AppContext, currentUser: CurrentUser, runId: number, reply: FastifyReply): Promise<FastifyReply> {
  const run = await ownRun(db, currentUser, runId);
  const lines = JSON.parse(run.lines) as ImportLine[];
  return sendSheet(reply, `${run.fileName}-问题清单`, async (book) => {
    await book.begin('问题清单', [
      { header: '位置', width: 28 },
      { header: '类别', width: 12 },
      { header: '问题', width: 60 },
      { header: '怎么办', width: 50 },
    ]);
    for (const { place, severity, what, advice } of lines) await book.row([place, severity === 'rejected' ? '不能导入' : '提示', what, advice]);
  });
}

/** The runs of a user in a bank that nobody has imported since a day. */
export async function importRunsFor({ db }: AppContext, currentUser: CurrentUser, bankId: number): Promise<DataOf<typeof importRuns>> {
  await bankFor(db, currentUser, bankId, 'import');
  return (await openRuns(db, bankId, currentUser.userId, Date.now() - DAY_MS, RUNS)).map((row) => ({
    runId: row.id,
    fileName: row.fileName,
    status: statusOf(row),
    message: row.error,
    doneRows: row.doneRows,
    totalRows: row.totalRows,
    createTime: wireTime(row.createTime),
  }));
}

/** Writes the questions of a preview that have no fault; all of them or, after an error, none. */
export async function confirmImportOf(caller: RequestCaller, runId: number, takesChanged: boolean) {
  const { currentUser, context } = caller;
  const kept = new Set<string>();
  let stored: readonly string[] = [];
  const counts = await loggedWrite(
    caller,
    LOG,
    'import',
  )(async (tx) => {
    const run = await ownRun(tx, currentUser, runId);
    if (run.done === '1') throw new AppError(QUESTION_CODES.importDone, '这个文件已经导入过了');
    if (statusOf(run) === 'reading') throw failed('文件还在读取，请稍等');
    if (statusOf(run) === 'failed') throw failed(run.error);
    const placed = await placedIn(tx, run.bankId, await headsOf(tx, run));
    const made = { made: 0, changed: 0, skipped: 0 };
    for (let from = 0; from < placed.length; from += PREVIEW_PAGE) {
      const questions = await questionsIn(tx, runId, from / PREVIEW_PAGE);
      for (const [at, question] of questions.entries()) {
        const { state = 'rejected', questionId = null } = placed[from + at] ?? {};
        if (!question.content || !(state === 'new' || (state === 'changed' && takesChanged))) {
          made.skipped += 1;
          continue;
        }
        const before = questionId === null ? null : ((await questionById(tx, questionId)) ?? null);
        const { code, chapter, difficulty, content } = question;
        const head = { code, chapter, tags: [...question.tags], difficulty, use: before?.use ?? ('both' as const) };
        await writeQuestion(tx, currentUser, run.bankId, head, { content, faults: [] }, before, question.draft !== true);
        made[before ? 'changed' : 'made'] += 1;
        for (const name of uploadsIn(JSON.stringify(content))) kept.add(name);
      }
    }
    stored = run.files === '' ? [] : (JSON.parse(run.files) as string[]);
    await finishRun(tx, runId, made);
    return made;
  });
  // One by one: a statement that frees the pages of all parts would hold the server.
  for (let no = 0; no * PREVIEW_PAGE < counts.made + counts.changed + counts.skipped; no += 1) await dropPart(context.db, runId, no);
  // Pictures of questions that were left out.
  await removeFilesByName(
    context,
    currentUser.userId,
    stored.filter((name) => !kept.has(name)),
  );
  return counts;
}

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
    await book.begin('题目', TEMPLATE_COLUMNS);
    for (const row of EXAMPLES) await book.row(row);
  });

/** Deletes reports of imports that are older than 90 days, with what was never imported. Returns false when there are none. */
export async function dropOldImports(context: AppContext): Promise<boolean> {
  const runs = await runsBefore(context.db, Date.now() - KEPT_DAYS * DAY_MS, DROPPED_AT_ONCE);
  for (const { userId, files } of runs) if (files !== '') await removeFilesByName(context, userId, JSON.parse(files) as string[]);
  await dropLostParts(context.db);
  if (runs.length === 0) return false;
  const ids = runs.map(({ id }) => id);
  await dropParts(context.db, ids);
  await dropRuns(context.db, ids);
  return true;
}
