import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import { ZipFile } from 'yazl';
import type { ExportCheck, ExportFormat } from '../../../contract/textbook/question-import.ts';
import { loggedWrite } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { sendSheet } from '../../crud/crud-export.ts';
import type { RequestCaller } from '../../crud/crud-service.ts';
import { failed } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { restBetween } from '../../jobs/pace.ts';
import { openFilesNamed } from '../../system/file/file.service.ts';
import { uploadsIn } from '../../system/file/open-upload.service.ts';
import { questionsOfSet } from '../exercise/exercise-set.service.ts';
import { losses, sheetRowOf, TEMPLATE_COLUMNS } from '../question-import/question-sheet.format.ts';
import { bankFor } from '../question/question-bank.service.ts';
import { contentOfBank } from '../question/question.queries.ts';
import type { QuestionContent } from '../question/question.service.ts';
import { mediaNamed, type ExportMedia, type ExportQuestion } from './export-html.format.ts';
import { MOODLE_END, MOODLE_HEAD, moodleChapter, moodleQuestion } from './moodle-xml.format.ts';
import { qtiManifest, qtiTest, type PackedItem } from './qti-package.format.ts';
import { qtiItems } from './qti2.format.ts';

const LOG = '导出题目';
const NO_MEDIA = new Map<string, ExportMedia>();

interface ExportSet {
  readonly name: string;
  readonly questions: readonly ExportQuestion[];
}

interface Row {
  readonly code: string;
  readonly chapter: string;
  readonly tags: string;
  readonly difficulty: number;
  readonly shown: string;
  readonly keyPart: string;
  readonly points: number;
}

const questionOf = ({ code, chapter, tags, difficulty, shown, keyPart, points }: Row): ExportQuestion => ({
  code,
  chapter,
  difficulty,
  tags: JSON.parse(tags) as string[],
  content: { shown: JSON.parse(shown), key: JSON.parse(keyPart), points } as QuestionContent,
});

async function bankSet(context: AppContext, currentUser: CurrentUser, bankId: number): Promise<ExportSet> {
  const bank = await bankFor(context.db, currentUser, bankId, 'export');
  return { name: bank.name, questions: (await contentOfBank(context.db, bankId)).map(questionOf) };
}

async function exerciseSet({ db }: AppContext, setId: number): Promise<ExportSet> {
  const { title, rows } = await questionsOfSet(db, setId);
  return { name: title, questions: rows.map(questionOf) };
}

const checkOf = async ({ questions }: ExportSet, format: ExportFormat): Promise<ExportCheck> => {
  const rest = restBetween();
  const lines: { code: string; what: string }[] = [];
  for (const [at, question] of questions.entries()) {
    for (const what of lossesIn(question, format, at)) lines.push({ code: question.code, what });
    await rest();
  }
  return { count: questions.length, lines };
};

/** What a format does not hold of a question. Files that cannot be read are known only when it is written. */
function lossesIn(question: ExportQuestion, format: ExportFormat, number: number): readonly string[] {
  if (format === 'moodle') return moodleQuestion(question, NO_MEDIA).lost.filter((what) => what !== '读不到的图片或录音');
  if (format === 'qti') return qtiItems(question, number, NO_MEDIA).lost.filter((what) => what !== '读不到的图片或录音');
  return sheetRowOf(question, question.content) ? losses(question.content) : ['材料题不能放进表格'];
}

/** Reads the pictures and recordings of a question that everybody with the address may read, and the own ones of the user. */
async function mediaOf(context: AppContext, currentUser: CurrentUser, { content }: ExportQuestion): Promise<Map<string, ExportMedia>> {
  const names = uploadsIn(JSON.stringify(content));
  const found = new Map<string, ExportMedia>();
  for (const { fileName } of names.length === 0 ? [] : await openFilesNamed(context, currentUser, names)) {
    const bytes = await context.files.read(fileName.slice(1)).then(buffer, () => null);
    if (bytes) found.set(fileName, mediaNamed(fileName, bytes));
  }
  return found;
}

const safe = (name: string): string => name.replace(/[\\/:*?"<>|\r\n]/g, '_').slice(0, 80) || '题目';

function sendFile(reply: FastifyReply, name: string, type: string, stream: Readable): FastifyReply {
  const encoded = encodeURIComponent(name);
  return reply
    .headers({
      'content-type': type,
      'content-disposition': `attachment; filename*=UTF-8''${encoded}`,
      'download-filename': encoded,
      'access-control-expose-headers': 'Content-Disposition,download-filename',
    })
    .send(stream);
}

async function* moodleXml(context: AppContext, currentUser: CurrentUser, questions: readonly ExportQuestion[]): AsyncGenerator<string> {
  const rest = restBetween();
  let chapter: string | null = null;
  yield MOODLE_HEAD;
  for (const question of questions) {
    if (question.chapter !== chapter) yield moodleChapter((chapter = question.chapter));
    yield moodleQuestion(question, await mediaOf(context, currentUser, question)).xml;
    await rest();
  }
  yield MOODLE_END;
}

const wordsOf = ({ tags, difficulty }: ExportQuestion): string[] => [...tags, ...(difficulty === 3 ? [] : [`难度${difficulty}`])];

/** A package of QTI 2.1, written while it is sent. */
function qtiZip(context: AppContext, currentUser: CurrentUser, { name, questions }: ExportSet): PassThrough {
  const zip = new ZipFile();
  const out = new PassThrough();
  zip.outputStream.pipe(out);
  const write = async (): Promise<void> => {
    const rest = restBetween();
    const items: PackedItem[] = [];
    const files = new Set<string>();
    const lost: string[] = [];
    for (const [at, question] of questions.entries()) {
      const media = await mediaOf(context, currentUser, question);
      const made = qtiItems(question, at + 1, media);
      for (const { identifier, xml, media: used } of made.items) {
        zip.addBuffer(Buffer.from(xml), `items/${identifier}.xml`);
        items.push({ identifier, chapter: question.chapter, words: wordsOf(question), media: used });
      }
      for (const one of media.values()) {
        if (files.has(one.name)) continue;
        files.add(one.name);
        zip.addBuffer(one.bytes, `media/${one.name}`, { compress: false });
      }
      for (const what of made.lost) lost.push(`${question.code}\t没有导出：${what}`);
      await rest();
    }
    zip.addBuffer(Buffer.from(qtiTest(name, items)), 'test.xml');
    zip.addBuffer(Buffer.from(qtiManifest(items, [...files])), 'imsmanifest.xml');
    if (lost.length > 0) zip.addBuffer(Buffer.from(`\ufeff${lost.join('\r\n')}\r\n`), '导出说明.txt');
    zip.end();
  };
  write().catch((error: unknown) => out.destroy(error as Error));
  return out;
}

/** The questions in the template; what it cannot hold is listed on a second sheet. */
const sendTable = (reply: FastifyReply, { name, questions }: ExportSet): FastifyReply =>
  sendSheet(reply, name, async (book) => {
    const lost: [string, string][] = [];
    await book.begin('题目', TEMPLATE_COLUMNS);
    for (const question of questions) {
      const cells = sheetRowOf(question, question.content);
      if (!cells) lost.push([question.code, '材料题不能放进表格']);
      else {
        await book.row(cells);
        for (const what of losses(question.content)) lost.push([question.code, `没有导出：${what}`]);
      }
    }
    if (lost.length === 0) return;
    await book.begin('未导出', [
      { header: '编号', width: 16 },
      { header: '原因', width: 40 },
    ]);
    for (const line of lost) await book.row(line);
  });

async function send(caller: RequestCaller, reply: FastifyReply, set: ExportSet, format: ExportFormat): Promise<FastifyReply> {
  if (set.questions.length === 0) throw failed('没有可以导出的题目');
  await loggedWrite(caller, LOG, 'export')(async () => undefined);
  const { context, currentUser } = caller;
  if (format === 'moodle')
    return sendFile(reply, `${safe(set.name)}.xml`, 'application/xml', Readable.from(moodleXml(context, currentUser, set.questions)));
  if (format === 'qti') return sendFile(reply, `${safe(set.name)}-QTI.zip`, 'application/zip', qtiZip(context, currentUser, set));
  return sendTable(reply, set);
}

export const sendBank = async (caller: RequestCaller, reply: FastifyReply, bankId: number, format: ExportFormat): Promise<FastifyReply> =>
  send(caller, reply, await bankSet(caller.context, caller.currentUser, bankId), format);

export const checkBankExport = async (context: AppContext, currentUser: CurrentUser, bankId: number, format: ExportFormat): Promise<ExportCheck> =>
  checkOf(await bankSet(context, currentUser, bankId), format);

export const sendSet = async (caller: RequestCaller, reply: FastifyReply, setId: number, format: ExportFormat): Promise<FastifyReply> =>
  send(caller, reply, await exerciseSet(caller.context, setId), format);

export const checkExportOfSet = async (context: AppContext, setId: number, format: ExportFormat): Promise<ExportCheck> =>
  checkOf(await exerciseSet(context, setId), format);
