import type { AnswerLanguage } from '../../../contract/textbook/question-kind.ts';
import { MB } from '../../../contract/limits.ts';
import { readSheet } from '../../crud/sheet-reading.ts';
import { AppError, failed } from '../../http/app-error.ts';
import { readGift } from './gift.parser.ts';
import { readMoodleXml } from './moodle/moodle-xml.parser.ts';
import { readQuestionSheet } from './question-sheet.parser.ts';
import { decodeText, readXml, rootNameOf } from './question-xml.parser.ts';
import type { ReadFile } from './read-question.format.ts';

export const QUESTIONS_MOST = 5_000;
const TEXT_BYTES = 20 * MB;

/** A file of questions while it is read, in a process of its own. */
export interface QuestionFile {
  readonly bytes: Buffer;
  readonly name: string;
  readonly language: AnswerLanguage;
}

export interface ParsedFile extends ReadFile {
  readonly format: string;
}

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK';
const isTable = (bytes: Buffer, name: string): boolean =>
  /\.csv$/i.test(name) || /^\ufeff?[^\n]*题型[^\n]*[,\t][^\n]*题干/.test(decodeText(bytes.subarray(0, 2_000)));

async function sheet(bytes: Buffer, name: string, language: AnswerLanguage): Promise<ParsedFile> {
  return { format: 'sheet', ...readQuestionSheet(await readSheet(bytes, name), language) };
}

function xml({ language }: QuestionFile, text: string): ParsedFile {
  const root = readXml(text);
  switch (root.name) {
    case 'quiz':
      return { format: 'moodle', ...readMoodleXml(root, language) };
    default:
      throw failed(`不认识这种 XML（根元素是“${root.name.slice(0, 40)}”），可以导入 Moodle XML 和 QTI`);
  }
}

const UNKNOWN = '不认识这种文件，请上传模板表格（.xlsx、.csv）、GIFT 文本（.txt、.gift）或 Moodle XML（.xml）';

/** Reads a file of questions in the format of its content; the name is a hint only. Throws an `AppError` for a file of no known format. */
export async function parseQuestions(file: QuestionFile): Promise<ParsedFile> {
  const { bytes, name, language } = file;
  if (isZip(bytes)) return sheet(bytes, name.replace(/\.csv$/i, '.xlsx'), language);
  const isWide = /^(?:fffe|feff)/.test(bytes.subarray(0, 2).toString('hex'));
  if (!isWide && bytes.subarray(0, 4_000).includes(0)) throw failed(UNKNOWN);
  if (bytes.length > TEXT_BYTES) throw failed('文件超过20MB，请拆成几个文件分别导入');
  if (isTable(bytes, name)) return sheet(bytes, `${name}.csv`, language);
  const text = decodeText(bytes);
  if (rootNameOf(text) !== '' && /^[\s\ufeff]*<(?:\?xml|!--|[\w:]+[\s>/])/.test(text) && !/^[\s\ufeff]*<(?:p|b|i|div|br|span|img)\b/i.test(text))
    return xml(file, text);
  return { format: 'gift', ...readGift(text, language) };
}

/** The same, checked: at least one question, and not too many. */
export async function parsedQuestions(file: QuestionFile): Promise<ParsedFile> {
  const read = await parseQuestions(file).catch((error: unknown) => {
    throw error instanceof AppError || !(error instanceof RangeError) ? error : failed('文件嵌套过深或过大，请拆成几个文件分别导入');
  });
  if (read.questions.length > QUESTIONS_MOST) throw failed(`题目超过${QUESTIONS_MOST}道，请拆成几个文件分别导入`);
  return read;
}
