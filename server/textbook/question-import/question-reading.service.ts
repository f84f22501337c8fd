import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AnswerLanguage } from '../../../contract/textbook/question-kind.ts';
import { wireTime } from '../../db/clock.ts';
import { concurrencyLimit } from '../../files/concurrency-limit.ts';
import { IsolatedRunError, runIsolated } from '../../files/run-isolated.ts';
import { failed } from '../../http/app-error.ts';
import { PROGRESS_FILE, type ReadingOrder, type ReadingResult } from './question-reading.format.ts';
import { readQuestionSheet } from './question-sheet.parser.ts';
import type { ReadFile } from './read-question.format.ts';

const LIMIT = { heapMb: 768, ms: 300_000 } as const;
const turn = concurrencyLimit(2);

/** What was read: in a folder that is removed when the reader of it returns. */
export interface QuestionReading extends ReadingResult {
  /** The text of a part: a JSON list of questions. */
  readonly partText: (at: number) => Promise<string>;
  readonly mediaBytes: (at: number) => Promise<Buffer>;
}

/** Rows of the template, the columns first: for questions that the installation brings. */
export const questionsOfRows = (rows: readonly (readonly string[])[], language: AnswerLanguage): ReadFile =>
  readQuestionSheet(
    rows.map((cells, at) => ({ number: at + 1, cells, faults: {} })),
    language,
  );

const WHY: Readonly<Record<IsolatedRunError['why'], string>> = {
  late: '文件读得太久，请拆成几个文件分别导入',
  memory: '文件过大，读取时内存不够，请拆成几个文件分别导入',
  broken: '文件读不出来，请检查文件后重新上传；如仍失败请联系管理员',
};

async function isolated(order: ReadingOrder): Promise<ReadingResult> {
  const module = new URL('./question-reading.worker.ts', import.meta.url);
  const answer = await turn(() => runIsolated<{ result: ReadingResult } | { message: string }>(module, order, LIMIT)).catch((error: unknown) => {
    throw error instanceof IsolatedRunError ? failed(WHY[error.why]) : error;
  });
  if ('message' in answer) throw failed(answer.message);
  return answer.result;
}

/**
 * Reads and checks the questions of a file in a process of its own, then calls `take`. `tell` hears how far it is. Throws an `AppError` for a file
 * that cannot be read.
 */
export async function readQuestions(
  input: Readable | Buffer,
  name: string,
  language: AnswerLanguage,
  take: (reading: QuestionReading) => Promise<void>,
  tell?: { readonly everyMs: number; readonly hear: (done: number, total: number) => Promise<void> },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-questions-'));
  let told = Promise.resolve();
  const ask = async (): Promise<void> => {
    const text = await readFile(join(folder, PROGRESS_FILE), 'utf8').catch(() => '');
    const [done, total] = text.split('/').map(Number);
    if (tell && done && total) await tell.hear(done, total);
  };
  const progress = tell && setInterval(() => (told = told.then(ask)), tell.everyMs);
  try {
    await pipeline(input instanceof Buffer ? [input] : input, createWriteStream(join(folder, 'input')));
    const addresses = `/profile/upload/${wireTime(Date.now()).slice(0, 10).replaceAll('-', '/')}/`;
    const result = await isolated({ folder, name, language, addresses });
    clearInterval(progress);
    await told;
    await take({
      ...result,
      partText: (at) => readFile(join(folder, `part-${at}`), 'utf8'),
      mediaBytes: (at) => readFile(join(folder, `media-${at}`)),
    });
  } finally {
    clearInterval(progress);
    await told.catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}
