import { createHash } from 'node:crypto';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { AppContext } from '../../../context.ts';
import { writeDocx } from '../../../document/docx-writer.ts';
import { anonymiseHere } from '../../../document/anonymise-here.ts';
import { bodyOf, PAPERS, SUBMITTED, type DemoPaper } from './periodical-texts.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const plain = (html: string): string[] =>
  html
    .replaceAll(/<\/(?:p|h2|h3)>/g, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .split('\n')
    .filter(Boolean);

/** The standard fonts of PDF have no Han characters: the page has the English title and says where the text is. */
async function pdfOf({ titleEn }: DemoPaper, address: string): Promise<Buffer> {
  const document = await PDFDocument.create();
  const page = document.addPage([595, 842]);
  const [title, text] = [await document.embedFont(StandardFonts.TimesRomanBold), await document.embedFont(StandardFonts.TimesRoman)];
  page.drawText(titleEn.replaceAll('’', "'"), { x: 60, y: 740, size: 16, font: title, maxWidth: 470, lineHeight: 22 });
  page.drawText('Demonstration copy. The full text is on the page of the article:', { x: 60, y: 660, size: 11, font: text });
  page.drawText(address, { x: 60, y: 642, size: 11, font: text });
  return Buffer.from(await document.save());
}

/** Files of the demo papers and submissions. Continues after an interruption: rows with a file are left alone. */
export async function addPeriodicalFiles(context: AppContext): Promise<void> {
  const rows = await context.db
    .selectFrom('journalSubmission')
    .select(['id', 'title', 'ownerId', 'round', 'status', 'authors', 'fund', 'createTime', 'createBy', 'manuscriptFileId', 'pdfFileId'])
    .where('manuscriptFileId', 'is', null)
    .where('pdfFileId', 'is', null)
    .execute();
  const papers = new Map([...PAPERS.flat(), ...SUBMITTED].map((paper) => [paper.title, paper]));
  for (const row of rows) {
    const paper = papers.get(row.title);
    if (!paper || row.status === 'draft') continue;
    const published = row.status === 'published' || row.status === 'scheduled';
    if (published) await addPdf(context, row, paper);
    if (row.status !== 'published') await addManuscript(context, row, paper);
  }
}

interface Row {
  readonly id: number;
  readonly ownerId: number;
  readonly authors: string;
  readonly status: string;
  readonly createTime: number;
  readonly createBy: string;
}

async function addPdf(context: AppContext, row: Row, paper: DemoPaper): Promise<void> {
  const bytes = await pdfOf(paper, `${context.settings.publicUrl}/cms/main/cmsPeriodical/article/${row.id}`);
  const fileKey = `journals/${row.id}/files/demo.pdf`;
  await context.files.put(fileKey, bytes, 'application/pdf');
  const fileId = await addRow(context, row, { role: 'pdf', fileName: `${paper.title}.pdf`, fileKey, mime: 'application/pdf', bytes });
  await context.db.updateTable('journalSubmission').set({ pdfFileId: fileId }).where('id', '=', row.id).execute();
}

async function addManuscript(context: AppContext, row: Row, paper: DemoPaper): Promise<void> {
  const [name, unit] = paper.author;
  const bytes = writeDocx([
    { kind: 'title', text: paper.title },
    // One manuscript in three still names its author, so that the editor's check has something to show.
    { kind: 'text', text: row.id % 3 === 0 ? `${name}（${unit}）` : '' },
    { kind: 'text', text: `摘要：${paper.abstract}` },
    { kind: 'text', text: `关键词：${paper.keywords.join('；')}` },
    ...plain(bodyOf(paper)).map((text) => ({ kind: 'text' as const, text })),
  ]);
  const identity = { names: [name], units: [unit], emails: [], funds: [] };
  const blind = await anonymiseHere({ bytes, type: 'docx', alias: '作者', identity });
  const [fileKey, blindKey] = [`journals/${row.id}/files/demo.docx`, `journals/${row.id}/blind/demo.docx`];
  await context.files.put(fileKey, bytes, DOCX);
  await context.files.put(blindKey, blind.bytes, DOCX);
  const sent = !['submitted', 'returned', 'declined', 'withdrawn'].includes(row.status);
  const fileId = await addRow(context, row, {
    role: 'manuscript',
    fileName: `${name}-${paper.title}.docx`,
    fileKey,
    mime: DOCX,
    bytes,
    blind: {
      blindKey,
      blindName: '稿件-第1轮.docx',
      blindSize: blind.bytes.length,
      places: sent ? '[]' : JSON.stringify(blind.places),
      blindStatus: sent ? 'confirmed' : 'pending',
    },
  });
  await context.db.updateTable('journalSubmission').set({ manuscriptFileId: fileId }).where('id', '=', row.id).execute();
}

async function addRow(
  { db }: AppContext,
  row: Row,
  file: {
    role: 'pdf' | 'manuscript';
    fileName: string;
    fileKey: string;
    mime: string;
    bytes: Buffer;
    blind?: { blindKey: string; blindName: string; blindSize: number; places: string; blindStatus: 'confirmed' | 'pending' };
  },
): Promise<number> {
  const { role, fileName, fileKey, mime, bytes, blind = {} } = file;
  const { id } = await db
    .insertInto('journalFile')
    .values({
      ...blind,
      submissionId: row.id,
      reviewId: null,
      role,
      round: 1,
      fileName,
      fileKey,
      fileSize: bytes.length,
      mime,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ownerId: row.ownerId,
      confirmedBy: null,
      confirmedAt: null,
      createBy: row.createBy,
      createTime: row.createTime,
      updateTime: row.createTime,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
