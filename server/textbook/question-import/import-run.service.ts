import { buffer } from 'node:stream/consumers';
import { keyProblems } from '../../../contract/textbook/key-problems.ts';
import { questionKey, questionPoints, shownQuestion } from '../../../contract/textbook/question-schema.ts';
import type { AppContext } from '../../context.ts';
import { MissingFile } from '../../files/file-store.ts';
import { AppError, failed } from '../../http/app-error.ts';
import { isOutage } from '../../http/outage.ts';
import { retryDelay, WAITS_FOR_STORE } from '../../jobs/backoff.ts';
import { restBetween } from '../../jobs/pace.ts';
import { languageOfBank } from '../question/question-bank.service.ts';
import { bankById } from '../question/question.queries.ts';
import { cleanContent, hashOf, type QuestionContent } from '../question/question.service.ts';
import { setRun, takeDueRun, type RunRow } from './question-import.queries.ts';
import { readQuestions } from './question-reading.service.ts';
import { rejected, type ReadQuestion } from './read-question.format.ts';

/** How long a run belongs to one server after each sign of life. */
const LEASE_MS = 30_000;
/** A file that ends the server each time is given up. */
const ATTEMPTS = 3;
/** How often the progress is written. */
const TELL_MS = 500;
const UNREADABLE = '文件读不出来，请检查文件后重新上传；如仍失败请联系管理员';

/** A question of a run: its content is sanitised, and what keeps it from being ready is named. */
export interface CheckedQuestion extends ReadQuestion {
  readonly problems: readonly string[];
  /** Of the content, '' without one. */
  readonly hash: string;
}

/** Another server reads the file now, or nobody waits for it. */
class RunLost extends Error {}

/** Limits of the contract that a file exceeds: the editor could not save such a question again. */
function limitProblems({ shown, key, points }: QuestionContent): string[] {
  const results = [shownQuestion.safeParse(shown), questionKey.safeParse(key), questionPoints.safeParse(points)];
  return results.flatMap(({ error }) => (error?.issues ?? []).map(({ message }) => (/[\u4e00-\u9fff]/.test(message) ? message : '内容过长或不正确')));
}

export function checkedQuestion(question: ReadQuestion): CheckedQuestion {
  if (!question.content) return { ...question, problems: [], hash: '' };
  const { content, faults } = cleanContent(question.content);
  const problems = [...keyProblems(content.shown, content.key, content.points), ...faults, ...limitProblems(content)];
  return { ...question, content, problems: [...new Set(problems)], hash: hashOf(content) };
}

/** Reads the file of a run in a process of its own, and checks its questions in parts with rests between them. */
async function read(context: AppContext, run: RunRow): Promise<void> {
  const bytes = await buffer(await context.files.read(run.fileKey));
  const bank = await bankById(context.db, run.bankId);
  if (!bank) throw failed('题库不存在或已被删除，请刷新后重试');
  const found = await readQuestions(bytes, run.fileName, await languageOfBank(context.db, bank));
  const checked: CheckedQuestion[] = [];
  const rest = restBetween();
  let told = 0;
  for (const question of found.questions) {
    checked.push(checkedQuestion(question));
    await rest();
    if (performance.now() - told < TELL_MS) continue;
    told = performance.now();
    const progress = { doneRows: checked.length, totalRows: found.questions.length, nextAt: Date.now() + LEASE_MS };
    if (!(await setRun(context.db, run, progress))) throw new RunLost();
  }
  const impossible = checked.flatMap(({ place, problems }) => problems.map((what) => rejected(place, what, '请修改后重新导入')));
  const ended = {
    format: found.format,
    lines: JSON.stringify([...found.lines, ...impossible]),
    questions: JSON.stringify(checked),
    doneRows: checked.length,
    totalRows: checked.length,
    error: '',
    nextAt: null,
  };
  if (!(await setRun(context.db, run, ended))) throw new RunLost();
}

/** Reads the next file that is due, also one that a server was killed with. Returns false when there is none. */
export async function readNextImport(context: AppContext): Promise<boolean> {
  const run = await takeDueRun(context.db, Date.now(), Date.now() + LEASE_MS);
  if (!run) return false;
  const renewal = setInterval(() => {
    // A database that does not answer now may answer before the lease ends; the end of the run checks it anyway.
    setRun(context.db, run, { nextAt: Date.now() + LEASE_MS }).catch(() => undefined);
  }, LEASE_MS / 3);
  renewal.unref();
  try {
    if (run.attempts > ATTEMPTS) throw failed(`读取中断了${ATTEMPTS}次，请检查文件后重新上传`);
    await read(context, run);
  } catch (error) {
    if (error instanceof RunLost) return true;
    if (isOutage(error) && run.attempts <= ATTEMPTS) {
      await setRun(context.db, run, { nextAt: Date.now() + retryDelay(run.attempts), error: WAITS_FOR_STORE });
      return true;
    }
    const known = error instanceof AppError;
    const message = known ? error.message : error instanceof MissingFile ? '文件没有传完，请重新上传' : UNREADABLE;
    await setRun(context.db, run, { error: message, nextAt: null });
    if (!known && !(error instanceof MissingFile)) throw error;
  } finally {
    clearInterval(renewal);
  }
  await context.files.remove(run.fileKey).catch(() => undefined);
  return true;
}
