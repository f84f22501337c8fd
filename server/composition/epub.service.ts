import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { FINDING_KINDS, findingKey, type FindingKind } from '../document/book/import-findings.ts';
import { documentWorker } from '../document/document-worker.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { startPreparation } from '../catalog/preparation/preparation.service.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { storeUploadFile } from '../files/resumable-upload.ts';
import { AppError, failed, forbidden } from '../http/app-error.ts';
import { addFileRow } from '../manuscript/manuscript-file.service.ts';
import { authorsOf, manuscriptIn } from '../manuscript/manuscript-step.service.ts';
import { openCorrections, textObjection } from '../proof/correction-check.service.ts';
import type { EpubRecipe, Split, StyleRole } from '../../contract/composition/epub-recipe.ts';
import type { EpubSheet } from '../../contract/composition/composition.ts';
import { chaptersOf, splitCounts } from './chapter-text.ts';
import {
  compositionById,
  coverOfPublication,
  fileById,
  nextEpub,
  numberOf,
  ownPress,
  preparationOfUpload,
  type CompositionRow,
} from './composition.queries.ts';
import { CODES } from './composition-codes.ts';
import { compositionGone } from './composition-step.service.ts';
import { epubPictures, epubSource, type EpubSource } from './epub-source.service.ts';
import { asksOf, differencesOf, importObjection, openFindings, recipeFor } from './import-check.service.ts';
import { phonePage, writeEpub, type EpubPicture } from './epub-writer.ts';
import { imprintOf } from './imprint.service.ts';
import { withPageBreaks } from './page-breaks.ts';
import { buildsEpub, hasFinalText } from './composition.policy.ts';
import { assertNotOnHold } from '../manuscript/hold/on-hold.service.ts';

/** What the final text has, and how a way to split it would divide it. */
export async function epubSheetOf(context: AppContext, id: number, split: Split | undefined): Promise<EpubSheet> {
  const row = await compositionById(context.db, id);
  if (!row) throw compositionGone();
  const saved = await recipeFor(context.db, row);
  const recipe = { ...saved, split: split ?? saved.split };
  let source: EpubSource;
  try {
    source = await epubSource(context, row.archiveId, recipe);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      blocked: error.message,
      counts: { 1: 0, 2: 0, 3: 0, line: 0 },
      recipe,
      chapters: [],
      characters: 0,
      notes: 0,
      tables: 0,
      pictures: 0,
      lost: 0,
      findings: [],
      differences: [],
      styles: [],
      preview: '',
    };
  }
  const made = chaptersOf(source.html, row.title, { split: recipe.split });
  const { chapters } = made;
  return {
    blocked: chapters.length === 0 ? EMPTY : '',
    counts: splitCounts(source.html),
    recipe,
    chapters: chapters.map(({ title, characters }) => ({ title, characters })),
    characters: chapters.reduce((sum, { characters }) => sum + characters, 0),
    notes: source.notes,
    tables: source.tables,
    pictures: source.media.size,
    lost: source.lost,
    findings: source.findings.map((finding) => ({
      key: findingKey(finding),
      place: finding.place,
      excerpt: finding.excerpt,
      words: FINDING_KINDS[finding.kind],
      asks: asksOf(finding),
    })),
    differences: differencesOf(source, made, row.title),
    styles: source.styles.map(({ name, count, sample, role }) => ({ name, count, sample, role: role as StyleRole })),
    preview: phonePage(chapters),
  };
}

/** A UUID in URN form that stays the same for all editions of a manuscript. */
function identifierOf(archiveId: number): string {
  const hex = createHash('sha256').update(`manuscript ${archiveId}`).digest('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const pictureFindings = ({ findings }: EpubSource): number => findings.filter(({ kind }) => kind === 'picture' || kind === 'chart').length;
/** The cover that was uploaded for the publication; null when there is none yet, or it cannot be read. */
async function uploadedCover({ db, files }: AppContext, { publicationId }: CompositionRow): Promise<EpubPicture | null> {
  const url = publicationId === null ? '' : await coverOfPublication(db, publicationId);
  if (!/^\/covers\/[\w.-]+$/.test(url)) return null;
  const bytes = await buffer(await files.read(url.slice(1)));
  const made = (await epubPictures(new Map([['cover', bytes]]))).get('cover');
  return made ? { ...made, path: `cover.${made.path.split('.').at(-1)}` } : null;
}

/** The texts of the pages of the newest proof; empty without one, or when it cannot be read. */
async function proofPages(context: AppContext, { proofFileId }: CompositionRow): Promise<string[]> {
  const file = proofFileId === null ? undefined : await fileById(context.db, proofFileId);
  if (file?.mime !== 'application/pdf') return [];
  return (await documentWorker.pages(await buffer(await context.files.read(file.fileKey)))) ?? [];
}

const EMPTY = '稿件没有可以成书的正文，请先在版本里上传定稿';

/** Builds an EPUB from the final text and adds it to the files of the manuscript; the one before is superseded. */
export async function buildEpubFor(caller: RequestCaller, id: number, given: EpubRecipe | null = null) {
  const { context, currentUser } = caller;
  const row = await compositionById(context.db, id);
  if (!row) throw compositionGone();
  if (!hasFinalText(row)) throw failed('出样以后才能生成EPUB');
  if (!buildsEpub(row, currentUser)) throw forbidden('EPUB由排版人员或责任编辑生成');
  await assertNotOnHold(context.db, row.archiveId);
  const objection = textObjection(await openCorrections(context.db, row.archiveId));
  if (objection) throw new AppError(CODES.openCorrections, objection);
  const recipe = given ?? (await recipeFor(context.db, row));
  const source = await epubSource(context, row.archiveId, recipe);
  const pictures = await epubPictures(source.media);
  const made = chaptersOf(source.html, row.title, { split: recipe.split, pictureOf: (name) => pictures.get(name)?.path ?? null });
  const { chapters, pictures: missing } = made;
  const differs = importObjection(openFindings(source, recipe), differencesOf(source, made, row.title));
  if (differs) throw failed(differs);
  if (chapters.length === 0) throw failed(EMPTY);
  const lost = source.lost + missing;
  const manuscript = await context.db.transaction().execute((tx) => manuscriptIn(tx, row.archiveId));
  const paged = withPageBreaks(chapters, await proofPages(context, row));
  const bytes = await writeEpub({
    identifier: identifierOf(row.archiveId),
    isbn: (await numberOf(context.db, row.archiveId))?.isbn ?? '',
    title: manuscript.title,
    subtitle: manuscript.subtitle,
    authors: authorsOf(manuscript).map(({ name }) => name),
    language: manuscript.language === 'zh' || manuscript.language === 'other' ? 'zh-CN' : manuscript.language,
    publisher: (await ownPress(context.db))?.pressName ?? '',
    description: manuscript.summary,
    modified: Date.now(),
    chapters: paged.chapters,
    pages: paged.breaks,
    cover: await uploadedCover(context, row),
    imprint: await imprintOf(context, row, manuscript),
    parts: recipe.parts.filter(({ from }) => from < chapters.length),
    pictures: [...pictures.values()],
  });
  const fileKey = `manuscripts/${row.archiveId}/files/${randomBytes(12).toString('hex')}.epub`;
  const stored = {
    fileName: `${manuscript.title}.epub`,
    fileKey,
    fileSize: bytes.length,
    mime: 'application/epub+zip',
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  await context.files.put(fileKey, bytes, stored.mime);
  const archiveFileId = await withOperationLog(caller, { title: '生成EPUB', business: 'add' }, async (tx) => {
    const added = await addFileRow(tx, currentUser, row.archiveId, 'epub', stored, row.epubFileId ?? undefined);
    await tx
      .updateTable('composition')
      .set((eb) => ({
        epubFileId: added,
        epubRecipe: JSON.stringify(recipe),
        updateBy: currentUser.userName,
        updateTime: Date.now(),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
    return added;
  });
  context.jobs.wake();
  return {
    archiveFileId,
    chapters: chapters.length,
    characters: chapters.reduce((sum, chapter) => sum + chapter.characters, 0),
    left: [
      ...Object.entries(Object.groupBy(source.findings, ({ kind }) => kind)).map(
        ([kind, all]) => `${FINDING_KINDS[kind as FindingKind]}：${all.length}处`,
      ),
      ...(lost > pictureFindings(source) ? [`${lost - pictureFindings(source)}张图片没有转入：图表和EMF等格式请先转成PNG`] : []),
    ],
  };
}

/** The upload under which the catalog prepares an EPUB; the same file gives the same upload. */
const uploadIdOf = (fileId: number): string => createHash('sha256').update(`composition epub ${fileId}`).digest('hex').slice(0, 32);

/** Hands the EPUB of a released work to the catalog, which makes the edition for readers. */
export async function queueNextEpub(context: AppContext): Promise<boolean> {
  const row = await nextEpub(context.db);
  if (!row || row.epubFileId === null || row.publicationId === null || row.releasedBy === null) return false;
  const file = await fileById(context.db, row.epubFileId);
  if (file) {
    const uploadId = uploadIdOf(file.id);
    const owner = await context.db.selectFrom('user').select(['id', 'userName']).where('id', '=', row.releasedBy).executeTakeFirstOrThrow();
    const bytes = await buffer(await context.files.read(file.fileKey));
    await storeUploadFile(context, { uploadId, ownerId: owner.id, fileName: file.fileName, bytes });
    // The text has passed the proofs, the check of its corrections and the release.
    await startPreparation(context, { userId: owner.id, userName: owner.userName }, { uploadId, publishId: row.publicationId, checked: true });
  }
  await context.db.updateTable('composition').set({ queuedFileId: row.epubFileId }).where('id', '=', row.id).execute();
  return true;
}

/** What the preparation of the EPUB has come to. */
export async function epubStateOf(
  { db }: AppContext,
  row: CompositionRow,
): Promise<{ state: 'none' | 'waiting' | 'ready' | 'failed'; message: string }> {
  if (row.epubFileId === null) return { state: 'none', message: '' };
  if (row.status !== 'released') return { state: 'waiting', message: '付印后自动进入出版物' };
  const found = await preparationOfUpload(db, uploadIdOf(row.epubFileId));
  if (!found || found.state === 'queued' || found.state === 'running') return { state: 'waiting', message: '正在制作阅读版' };
  return { state: found.state, message: found.message };
}
