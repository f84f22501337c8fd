import type { AppContext } from '../../context.ts';
import { MissingFile } from '../../files/file-store.ts';
import { AppError, failed } from '../../http/app-error.ts';
import { isOutage } from '../../outage/outage.ts';
import { retryDelay, WAITS_FOR_STORE } from '../../jobs/backoff.ts';
import { restBetween } from '../../jobs/pace.ts';
import { removeFilesByName, storeMadeFile } from '../../system/file/file.service.ts';
import { languageOfBank } from '../question/question-bank.service.ts';
import { bankById } from '../question/question.queries.ts';
import { addPart, dropParts, runById, setRun, takeDueRun, type RunRow } from './question-import.queries.ts';
import { readQuestions, type QuestionReading } from './question-reading.service.ts';
import { runQueued } from '../../telemetry/log.ts';

/** How long a run belongs to one server after each sign of life. */
const LEASE_MS = 30_000;
/** A file that ends the server each time is given up. */
const ATTEMPTS = 3;
/** How often the progress is written. */
const TELL_MS = 500;
const UNREADABLE = '文件读不出来，请检查文件后重新上传；如仍失败请联系管理员';

/** Another server reads the file now, or nobody waits for it. */
class RunLost extends Error {}

/** Stores what was read: pictures first, then the questions in parts, with rests between them. */
async function store(context: AppContext, run: RunRow, reading: QuestionReading): Promise<void> {
  const rest = restBetween();
  // An earlier attempt that ended in between left some of them.
  await removeFiles(context, run);
  await dropParts(context.db, [run.id]);
  const files = JSON.stringify(reading.media.map(({ fileName }) => fileName));
  if (!(await setRun(context.db, run, { files }))) throw new RunLost();
  for (const [at, { fileName, originalName }] of reading.media.entries()) {
    await storeMadeFile(context, run.userId, { fileName, originalName, bytes: await reading.mediaBytes(at) });
    await rest();
  }
  for (let no = 0; no < reading.parts; no += 1) {
    await addPart(context.db, run.id, no, await reading.partText(no));
    await rest();
  }
  const ended = {
    format: reading.format,
    lines: JSON.stringify(reading.lines),
    questions: JSON.stringify(reading.heads),
    doneRows: reading.heads.length,
    totalRows: reading.heads.length,
    error: '',
    nextAt: null,
  };
  if (!(await setRun(context.db, run, ended))) throw new RunLost();
}

/** Removes the pictures and recordings that were stored for a run. */
async function removeFiles(context: AppContext, { id }: RunRow): Promise<void> {
  const run = await runById(context.db, id);
  if (run && run.files !== '') await removeFilesByName(context, run.userId, JSON.parse(run.files) as string[]);
}

/** Reads the file of a run in a process of its own, and stores what was found. */
async function read(context: AppContext, run: RunRow): Promise<void> {
  const bank = await bankById(context.db, run.bankId);
  if (!bank) throw failed('题库不存在或已被删除，请刷新后重试');
  const file = await context.files.read(run.fileKey);
  const hear = async (doneRows: number, totalRows: number): Promise<void> => {
    // A run that is lost is noticed when its end is written.
    await setRun(context.db, run, { doneRows, totalRows, nextAt: Date.now() + LEASE_MS }).catch(() => undefined);
  };
  const language = await languageOfBank(context.db, bank);
  await readQuestions(file, run.fileName, language, (reading) => store(context, run, reading), { everyMs: TELL_MS, hear });
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
    await runQueued({ name: 'question-import', id: run.id, requestId: run.requestId }, () => read(context, run));
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
