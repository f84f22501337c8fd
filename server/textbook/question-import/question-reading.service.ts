import type { AnswerLanguage } from '../../../contract/textbook/question-kind.ts';
import { readSheet } from '../../crud/sheet-reading.ts';
import { concurrencyLimit } from '../../files/concurrency-limit.ts';
import { runIsolated } from '../../files/run-isolated.ts';
import { failed } from '../../http/app-error.ts';
import type { GiftOrder } from './question-reading.worker.ts';
import { readQuestionSheet } from './question-sheet.parser.ts';
import type { QuestionReader, ReadFile } from './read-question.format.ts';

export const IMPORT_LIMIT = { heapMb: 256, ms: 120_000, questions: 5_000, textBytes: 20 * 1024 * 1024 } as const;
const turn = concurrencyLimit(2);

/** UTF-8, or GB18030 when the bytes are no UTF-8. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK';

/** The formats that are read, by content: the first that fits. Each runs in a process of its own. */
const readersFor = (language: AnswerLanguage): readonly QuestionReader[] => [
  {
    format: 'sheet',
    fits: (bytes, name) => isZip(bytes) || /\.csv$/i.test(name) || /^\ufeff?[^\n]*题型[^\n]*[,\t][^\n]*题干/.test(decoded(bytes.subarray(0, 2_000))),
    read: async (bytes, name) => readQuestionSheet(await readSheet(bytes, isZip(bytes) ? name.replace(/\.csv$/i, '.xlsx') : `${name}.csv`), language),
  },
  {
    format: 'gift',
    fits: (bytes) => !bytes.subarray(0, 4_000).includes(0),
    read: async (bytes) => {
      if (bytes.length > IMPORT_LIMIT.textBytes) throw failed('文件超过20MB，请拆成几个文件分别导入');
      const order: GiftOrder = { text: decoded(bytes), language };
      return turn(() => runIsolated<ReadFile>(new URL('./question-reading.worker.ts', import.meta.url), order, IMPORT_LIMIT)).catch(() => {
        throw failed('文件读不出来，请检查是不是 GIFT 文本');
      });
    },
  },
];

/** Reads rows of the template, the columns first: for questions that the installation brings. */
export const questionsOfRows = (rows: readonly (readonly string[])[], language: AnswerLanguage): ReadFile =>
  readQuestionSheet(
    rows.map((cells, at) => ({ number: at + 1, cells, faults: {} })),
    language,
  );

/** Reads the questions of a file. Throws for a file of no known format, and for one with too many questions. */
export async function readQuestions(bytes: Buffer, name: string, language: AnswerLanguage): Promise<ReadFile & { readonly format: string }> {
  const reader = readersFor(language).find(({ fits }) => fits(bytes, name));
  if (!reader) throw failed('不认识这种文件，请上传模板表格（.xlsx、.csv）或 GIFT 文本（.txt、.gift）');
  const read = await reader.read(bytes, name);
  if (read.questions.length > IMPORT_LIMIT.questions) throw failed(`题目超过${IMPORT_LIMIT.questions}道，请拆成几个文件分别导入`);
  return { ...read, format: reader.format };
}
