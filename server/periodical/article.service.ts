import { buffer } from 'node:stream/consumers';
import { degrees, PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import type { FastifyReply } from 'fastify';
import type { EXPORT_FORMATS, OpenArticle } from '../../contract/periodical/journal-article.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import { concurrencyLimit } from '../files/concurrency-limit.ts';
import { sendFile } from '../files/send-file.ts';
import { UPLOAD_POLICY } from '../http/headers.ts';
import { missing } from '../http/app-error.ts';
import { bibtex, gbt7714, noticeCitation, ris } from './citation.ts';
import { articlesOfIssue, noticesOf, publishedArticle, siteIds } from './issue.queries.ts';
import { issueLabel, pagesOf } from './issue-label.ts';
import { jatsFile } from './jats/jats.ts';
import { fileById } from './submission.queries.ts';
import { authorsOf } from './submission-step.service.ts';
import { articlePath, issuePath, journalPath, noticePath } from '../../contract/periodical/periodical.site.ts';
import type { SiteMapPart } from '../http/site-part.ts';

const gone = () => missing('文章不存在或还没有刊出');
const dayOf = (at: number | null): string => wireTime(at).slice(0, 10);

export async function articleFor({ db }: AppContext, id: number): Promise<OpenArticle> {
  const article = await publishedArticle(db, id);
  if (!article) throw gone();
  const notices = await noticesOf(db, [id]);
  const ids = article.issueId === null ? [] : (await articlesOfIssue(db, article.issueId)).map((one) => one.id);
  const at = ids.indexOf(id);
  return {
    articleId: id,
    journalId: article.journalId,
    journalName: article.journalName,
    journalNameEn: article.journalNameEn,
    language: article.language,
    volume: article.volume,
    issueNo: article.issueNo,
    issn: article.issn,
    issueId: article.issueId,
    issueLabel: article.year && article.issueNo ? issueLabel({ year: article.year, volume: article.volume ?? 0, issueNo: article.issueNo }) : '',
    columnName: article.columnName,
    title: article.title,
    titleEn: article.titleEn,
    authors: authorsOf(article).map(({ name, nameEn, family, given, orcid, unit, corresponding, mail }) => ({
      name,
      nameEn,
      family,
      given,
      orcid,
      unit,
      corresponding,
      // Only the corresponding author's address is printed in a journal.
      mail: corresponding ? mail : '',
    })),
    abstract: article.abstract,
    abstractEn: article.abstractEn,
    keywords: JSON.parse(article.keywords) as string[],
    keywordsEn: JSON.parse(article.keywordsEn) as string[],
    clcCode: article.clcCode,
    fund: article.fund,
    doi: article.doi,
    pages: pagesOf(article),
    receivedAt: dayOf(article.submittedAt),
    acceptedAt: dayOf(article.acceptedAt),
    publishedAt: article.publishDate || dayOf(article.publishedAt),
    html: article.bodyHtml,
    references: JSON.parse(article.references) as string[],
    hasPdf: article.pdfFileId !== null,
    retracted: notices.some(({ type }) => type === 'retraction'),
    notices: notices.map((notice) => ({
      noticeId: notice.id,
      type: notice.type,
      title: notice.title,
      content: notice.content,
      citation: noticeCitation(article, notice),
      publishedAt: dayOf(notice.publishedAt),
      hasFile: notice.correctedFileId !== null,
    })),
    citation: gbt7714(article),
    viewNum: article.viewNum,
    previousId: ids[at - 1] ?? null,
    nextId: at < 0 ? null : (ids[at + 1] ?? null),
  };
}

const TYPES: Readonly<Record<(typeof EXPORT_FORMATS)[number], readonly [mime: string, extension: string]>> = {
  gbt7714: ['text/plain; charset=utf-8', 'txt'],
  bibtex: ['application/x-bibtex; charset=utf-8', 'bib'],
  ris: ['application/x-research-info-systems; charset=utf-8', 'ris'],
  jats: ['application/xml; charset=utf-8', 'xml'],
};

export async function exported(context: AppContext, reply: FastifyReply, id: number, format: (typeof EXPORT_FORMATS)[number]): Promise<FastifyReply> {
  const article = await publishedArticle(context.db, id);
  if (!article) throw gone();
  const [mime, extension] = TYPES[format];
  const text =
    format === 'gbt7714'
      ? `${gbt7714(article)}\n`
      : format === 'bibtex'
        ? bibtex(article)
        : format === 'ris'
          ? ris(article)
          : jatsFile(article, await noticesOf(context.db, [id]), context.settings.publicUrl);
  const name = encodeURIComponent(`${article.title}.${extension}`);
  return reply
    .headers({
      'content-type': mime,
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
      'download-filename': name,
      'access-control-expose-headers': 'Content-Disposition,download-filename',
      'content-security-policy': UPLOAD_POLICY,
    })
    .send(text);
}

/** A watermark needs the whole file in memory. */
const markTurn = concurrencyLimit(1);

/** The word over every page of a retracted article; the standard fonts of PDF have no Han characters. */
export async function watermarked(bytes: Uint8Array, date: string): Promise<Buffer> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const font = await document.embedFont(StandardFonts.HelveticaBold);
  for (const page of document.getPages()) {
    const { width, height } = page.getSize();
    page.drawText('RETRACTED', {
      x: width * 0.14,
      y: height * 0.22,
      size: Math.min(width, height) / 6.2,
      font,
      color: rgb(0.71, 0.22, 0.17),
      opacity: 0.35,
      rotate: degrees(50),
    });
    page.drawText(`Retracted on ${date}`, { x: 24, y: height - 20, size: 9, font, color: rgb(0.71, 0.22, 0.17) });
  }
  return Buffer.from(await document.save());
}

/** Sends the PDF of an article: the corrected one, or the first one; that of a retracted article has a watermark. */
export async function sendPdf(context: AppContext, reply: FastifyReply, id: number, version: 'first' | 'current'): Promise<FastifyReply> {
  const article = await publishedArticle(context.db, id);
  if (!article || article.pdfFileId === null) throw missing('这篇文章没有PDF');
  const notices = await noticesOf(context.db, [id]);
  const corrected = version === 'current' ? notices.findLast(({ correctedFileId }) => correctedFileId !== null)?.correctedFileId : null;
  const file = await fileById(context.db, corrected ?? article.pdfFileId);
  if (!file) throw missing('这篇文章没有PDF');
  const name = `${article.title}.pdf`;
  const retraction = notices.find(({ type }) => type === 'retraction');
  if (!retraction) return sendFile(context, reply, { key: file.fileKey, name, mime: 'application/pdf', size: file.fileSize }, 'inline');
  const bytes = await markTurn(async () => watermarked(await buffer(await context.files.read(file.fileKey)), dayOf(retraction.publishedAt)));
  return reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(name)}`,
      'content-security-policy': UPLOAD_POLICY,
    })
    .send(bytes);
}

const PATHS = { journal: journalPath, journalIssue: issuePath, journalSubmission: articlePath, correctionNotice: noticePath } as const;

/** The public pages of each kind, for the sitemap. */
export const periodicalSiteMap: readonly SiteMapPart[] = (['journal', 'journalIssue', 'journalSubmission', 'correctionNotice'] as const).map(
  (table) => ({
    table,
    pages: async ({ db }, { from, to }) =>
      (await siteIds[table](db, from, to)).map(({ id, updateTime }) => ({ path: PATHS[table](id), time: Number(updateTime) })),
  }),
);
