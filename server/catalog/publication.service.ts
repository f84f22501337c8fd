import type { z } from 'zod';
import type { RecycleKind } from '../crud/recycle-bin.ts';
import { inTitleMarks } from '../../contract/catalog/title-marks.ts';
import { type Publication, type PublicationEvent, type PublicationStatus, type publicationDraft } from '../../contract/catalog/publication.ts';
import { INTRO_LENGTH, INTRO_TOO_LONG } from '../../contract/limits.ts';
import type { OwnValues } from '../../contract/catalog/program-field.ts';
import { partsName } from '../../contract/media/part-name.ts';
import type { Tx } from '../db/database.ts';
import type { Engine } from '../db/dialects/engine.ts';
import { putInBin } from '../db/recycle.ts';
import { wireTime } from '../db/clock.ts';
import { nextNumber } from '../db/sequence.ts';
import type { AppContext } from '../context.ts';
import { unloggedWrite, type Write } from '../audit/operation-log.ts';
import { conflict, invalid, missing, AppError, warning } from '../http/app-error.ts';
import { cleanHtml } from '../http/rich-text.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { chaptersOf } from './book.queries.ts';
import { categoryAndBelow } from './category.service.ts';
import { lengthOf, namesWithin, visibleTitle } from '../epub/package/metadata-limits.ts';
import { isbn13 } from './isbn.ts';
import { languageEntry } from './language.ts';
import { checkedValues, ownFields } from './program-field.service.ts';
import { titleOfSource } from './preparation/preparation.queries.ts';
import { publicationMachine } from '../../contract/catalog/publication.machine.ts';
import { inGroup } from '../../contract/state-machine.ts';
import { requirePermission, transition } from '../state-machine/transition.ts';
import { CODES } from './publication-codes.ts';
import { existingPublication, heldPublication } from './publication-hold.ts';
import { notifyCorrection } from './publication-notify.service.ts';
import { assertFilesOfOthers, closeOffSaleChanges } from './edition-change.service.ts';
import { announceProposal, priceChange, relistPrice, wireProposal } from './publication-price.service.ts';
import {
  playableTracks,
  publicationPage,
  publicationTotal,
  removedPublication,
  type PublicationRow,
  type SortColumn,
} from './publication.queries.ts';
import { isIndexCurrent } from './search/search-rebuild.service.ts';
import { indexPublication, removePublicationWords } from './search/search.service.ts';
import { countedTotal, forgetTotals } from '../db/total.ts';
import { wordsOfTitlesWith } from '../search/tokenizer.ts';
import { inOrder, opposite, sliceOf } from '../db/page-offset.ts';
import { approvesPublication } from './publication.policy.ts';

/** An ISBN-13 with hyphens, or null for a wrong one. */
export const hyphenatedIsbn = (text: string): string | null => isbn13(text);

type Draft = z.output<typeof publicationDraft>;

export function wirePublication(row: PublicationRow): Publication {
  return {
    publishId: row.id,
    publishNo: row.publishNo,
    kind: row.kind,
    title: row.title,
    subtitle: row.subtitle,
    authorsText: row.authorsText,
    translator: row.translator,
    pressId: row.pressId,
    pressName: row.pressName ?? '',
    isbn: row.isbn,
    edition: row.edition,
    publishDate: row.publishDate,
    listPriceFen: row.listPriceFen,
    salePriceFen: row.salePriceFen,
    isFree: row.isFree,
    proposedPrice: wireProposal(row),
    trialChapters: row.trialChapters,
    language: row.language,
    cover: { url: row.coverUrl, drawing: row.drawing, colour: row.coverColour, format: row.coverFormat },
    brief: row.brief,
    intro: row.intro,
    authorIntro: row.authorIntro,
    archiveTypeId: row.archiveTypeId,
    typeName: row.typeName ?? '',
    tags: JSON.parse(row.tags) as string[],
    recommend: row.recommend,
    orderNum: row.orderNum,
    downloadable: row.downloadable,
    characters: row.characters ?? 0,
    bytes: row.bytes ?? 0,
    chapterCount: row.documents ?? 0,
    viewNum: row.viewNum,
    collectNum: row.collectNum,
    status: row.status,
    rejectReason: row.rejectReason,
    editionId: row.editionId,
    layoutFaults: row.layoutFaults,
    ext: JSON.parse(row.ext) as OwnValues,
    version: row.version,
    createBy: row.createBy,
    createTime: wireTime(row.createTime),
    updateTime: wireTime(row.updateTime),
  };
}

interface ListQuery {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly title?: string | undefined;
  readonly authorsText?: string | undefined;
  readonly isbn?: string | undefined;
  readonly status?: PublicationStatus | undefined;
  readonly archiveTypeId?: number | undefined;
  readonly isFree?: '0' | '1' | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly orderByColumn?: SortColumn | undefined;
  readonly isAsc?: string | undefined;
}

export async function listForStaff(context: AppContext, query: ListQuery): Promise<{ rows: Publication[]; total: number }> {
  const { pageNum, pageSize, orderByColumn = 'updateTime', isAsc, archiveTypeId, ...rest } = query;
  const filter = {
    kinds: READ_KINDS,
    ...rest,
    titleWords: rest.title && isIndexCurrent(context) ? wordsOfTitlesWith(rest.title) : [],
    archiveTypeIds: archiveTypeId === undefined ? undefined : await categoryAndBelow(context, archiveTypeId),
  };
  const descending = isAsc === undefined ? query.orderByColumn === undefined : isAsc.startsWith('desc');
  const direction = descending ? ('desc' as const) : ('asc' as const);
  const total = await countedTotal(context.db, `staff${JSON.stringify(filter)}`, ['publication'], () => publicationTotal(context.db, filter));
  const slice = sliceOf({ pageNum, pageSize }, total);
  const sort = { column: orderByColumn, direction: slice.fromEnd ? opposite(direction) : direction };
  const rows = inOrder(await publicationPage(context.db, filter, sort, slice), slice);
  return { rows: rows.map(wirePublication), total };
}

export async function publicationForStaff(context: AppContext, id: number) {
  const row = await existingPublication(context.db, id);
  const chapters = row.editionId === null ? [] : await chaptersOf(context.db, row.editionId);
  return {
    ...wirePublication(row),
    chapters: chapters.map(({ orderNum, title, level, characters }) => ({
      index: orderNum,
      title,
      level,
      characters,
      isFree: row.isFree === '1' || orderNum < row.trialChapters,
    })),
  };
}

interface BookDraft {
  readonly kind?: PublicationRow['kind'];
  readonly title: string;
  readonly authorsText: string;
  readonly language: string;
  readonly intro: string;
  readonly isbn: string;
  readonly subtitle?: string;
  readonly archiveTypeId?: number | null;
  readonly listPriceFen?: number;
  /** JSON list. */
  readonly tags?: string;
}

/** Creates a publication in status 待完善, from the metadata of its file or from a released manuscript; runs in the caller's transaction. */
export async function draftPublication(tx: Tx, draft: BookDraft, by: { userName: string }): Promise<number> {
  const now = Date.now();
  const year = wireTime(now).slice(0, 4);
  const press = await tx.selectFrom('press').select('id').where('isSelf', '=', '1').executeTakeFirst();
  const isbn = draft.isbn ? (isbn13(draft.isbn) ?? '') : '';
  const taken = isbn && (await tx.selectFrom('publication').select('id').where('isbn', '=', isbn).where('delFlag', '=', '0').executeTakeFirst());
  const row = await tx
    .insertInto('publication')
    .values({
      publishNo: `CB${year}${String(await nextNumber(tx, `publication${year}`)).padStart(6, '0')}`,
      kind: draft.kind ?? 'book',
      title: visibleTitle(draft.title, 120),
      authorsText: namesWithin(draft.authorsText, 200),
      language: await languageEntry(tx, draft.language),
      intro: cleanHtml(draft.intro),
      isbn: taken ? '' : isbn,
      subtitle: draft.subtitle ?? '',
      archiveTypeId: draft.archiveTypeId ?? null,
      listPriceFen: draft.listPriceFen ?? 0,
      salePriceFen: draft.listPriceFen ?? 0,
      tags: draft.tags ?? '[]',
      pressId: press?.id ?? null,
      edition: 1,
      createBy: by.userName,
      createTime: now,
      updateBy: by.userName,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Saves an editor's changes; throws when the version that was read is no longer current. */
export async function savePublication(
  context: AppContext,
  currentUser: CurrentUser,
  input: Draft & { publishId: number; version: number },
  write: Write = unloggedWrite(context),
): Promise<Publication> {
  const { publishId, version, tags, isbn: isbnText, drawing, colour, format, ext, ...rest } = input;
  const isbn = isbnText ? isbn13(isbnText) : '';
  if (isbn === null) throw new AppError(CODES.isbn, 'ISBN校验失败，请核对书号');
  const intro = cleanHtml(rest.intro);
  if (lengthOf(intro) > INTRO_LENGTH) throw invalid(INTRO_TOO_LONG);
  if (rest.isFree === '0' && rest.salePriceFen > rest.listPriceFen) throw invalid('售价不能高于定价');
  const saved = await write(async (tx) => {
    const row = await heldPublication(tx, publishId);
    if (row.version !== version) throw conflict();
    if (row.status === 'checking') throw new AppError(CODES.listedLocked, '上架审核中的出版物不能修改，请先驳回');
    const chapters = row.documents ?? 0;
    if (rest.isFree === '0' && chapters > 1 && rest.trialChapters >= chapters)
      throw invalid(`试读章数要少于全书的${chapters}章；要全书可读，请设为免费`);
    if (rest.archiveTypeId !== null && !(await tx.selectFrom('archiveType').select('id').where('id', '=', rest.archiveTypeId).executeTakeFirst()))
      throw invalid('分类不存在，请重新选择');
    await assertFreeIsbn(tx, isbn, publishId);
    const price = priceChange(row, rest, currentUser);
    await tx
      .updateTable('publication')
      .set({
        ...rest,
        ...price.columns,
        language: await languageEntry(tx, rest.language),
        isbn,
        ext: JSON.stringify(checkedValues(await ownFields(tx, 'publication'), ext, JSON.parse(row.ext) as OwnValues)),
        intro,
        tags: JSON.stringify(tags),
        drawing,
        coverColour: colour,
        coverFormat: format,
        updateBy: currentUser.userName,
        updateTime: Date.now(),
        version: version + 1,
      })
      .where('id', '=', publishId)
      .execute();
    const after = await existingPublication(tx, publishId);
    await rejectBared(tx, row, { ...after, ...price.proposal });
    await notifyCorrection(tx, currentUser, row, after);
    if (price.proposal) await announceProposal(tx, currentUser, row, price.proposal);
    await indexPublication(tx, publishId, context.db.engine);
    return after;
  });
  forgetTotals(context.db);
  return wirePublication(saved);
}

async function assertFreeIsbn(tx: Tx, isbn: string, except: number): Promise<void> {
  if (!isbn) return;
  const other = await tx
    .selectFrom('publication')
    .select('title')
    .where('isbn', '=', isbn)
    .where('delFlag', '=', '0')
    .where('id', '<>', except)
    .executeTakeFirst();
  if (other) throw new AppError(CODES.isbn, `书号已用于${inTitleMarks(other.title)}，请核对`);
}

export const stepPublication = transition<PublicationStatus, PublicationEvent, PublicationRow>(publicationMachine, {
  table: 'publication',
  stateOf: (row) => row.status,
  on: {
    submit: {
      guard: ({ tx, row }) => assertComplete(tx, row, publicationMachine.events.submit.label),
      columns: ({ currentUser }) => ({ submitBy: currentUser?.userId ?? null }),
    },
    relist: {
      async guard({ tx, row, currentUser }) {
        await assertComplete(tx, row, publicationMachine.events.relist.label);
        await assertFilesOfOthers(tx, row.id, currentUser);
      },
      columns: ({ row, currentUser }) => (currentUser ? relistPrice(row, currentUser) : {}),
      after: ({ tx, row }) => closeOffSaleChanges(tx, row.id),
    },
    reject: { columns: ({ reason }) => ({ rejectReason: reason }) },
    approve: {
      guard({ row, currentUser }) {
        if (!approvesPublication(row, currentUser)) throw new AppError(CODES.ownSubmission, '不能审核本人提交的上架，请由另一位作品管理员审核');
      },
      columns: ({ row, now }) => ({ listTime: now, publishDate: row.publishDate || wireTime(now).slice(0, 10) }),
    },
  },
  columns: () => ({ rejectReason: '' }),
});

/** Takes one step of SM08 in one transaction. */
export async function handlePublicationEvent(
  context: AppContext,
  currentUser: CurrentUser,
  event: PublicationEvent,
  id: number,
  reason: string,
  write: Write = unloggedWrite(context),
): Promise<Publication> {
  requirePermission(publicationMachine, event, currentUser);
  const saved = await write(async (tx) => {
    await stepPublication(tx, currentUser, await heldPublication(tx, id), event, reason);
    return existingPublication(tx, id);
  });
  forgetTotals(context.db);
  return wirePublication(saved);
}

/** Kinds that are read; audio and video works have their own list. */
const READ_KINDS = ['book', 'textbook', 'paper'] as const;
/** Returns whether the work is an audio or video work. */
const isPlayed = (kind: PublicationRow['kind']): boolean => kind === 'audio' || kind === 'video';

/** Returns the requirements for a sale that the work does not meet. */
async function lackingOf(tx: Tx, row: PublicationRow): Promise<string[]> {
  const played = isPlayed(row.kind);
  return [
    played ? (await playableTracks(tx, row.id)) === 0 && `可以播放的${partsName(row)}` : row.editionId === null && '电子书文件',
    row.intro.replace(/<[^>]*>/g, '').trim() === '' && '内容简介',
    row.archiveTypeId === null && '分类',
    row.isFree === '0' && row.salePriceFen === 0 && '售价（或设为免费）',
  ].filter((one) => one !== false);
}

async function assertComplete(tx: Tx, row: PublicationRow, then: string): Promise<void> {
  const lacking = await lackingOf(tx, row);
  if (lacking.length > 0) throw new AppError(CODES.incomplete, `请先完善${lacking.join('、')}，再${then}`);
  if (row.isbn && !isbn13(row.isbn)) throw new AppError(CODES.isbn, 'ISBN校验失败，请核对书号');
}

/** Rejects a save that removes something a work on sale requires. */
async function rejectBared(tx: Tx, before: PublicationRow, after: PublicationRow): Promise<void> {
  if (after.status !== 'listed') return;
  const former = await lackingOf(tx, before);
  const lost = (await lackingOf(tx, after)).filter((one) => !former.includes(one));
  if (lost.length > 0) throw new AppError(CODES.incomplete, `已上架的作品不能没有${lost.join('、')}，请补上再保存，或先下架`);
}

/** Moves works to the recycle bin for 30 days. Rejects a work that is on sale or that a reader has a right to. */
export async function removePublications(context: AppContext, currentUser: CurrentUser, ids: readonly number[], write: Write): Promise<void> {
  await write(async (tx) => {
    for (const id of ids) {
      const row = await heldPublication(tx, id);
      if (inGroup(publicationMachine, 'undeletable', row.status))
        throw warning(`${inTitleMarks(row.title)}${publicationMachine.states[row.status].label}，请先下架或驳回再删除`);
      const owned = await tx.selectFrom('entitlement').select('id').where('publicationId', '=', id).where('revoked', '=', '0').executeTakeFirst();
      if (owned) throw warning(`${inTitleMarks(row.title)}已有读者拥有阅读权，不能删除`);
      await tx
        .updateTable('publication')
        .set({ delFlag: '1', updateBy: currentUser.userName, updateTime: Date.now(), version: row.version + 1 })
        .where('id', '=', id)
        .execute();
      await removePublicationWords(tx, id, context.db.engine);
      await putInBin(tx, currentUser, { entityType: 'publication', entityId: id, title: row.title, origin: '出版物' });
    }
  });
  forgetTotals(context.db);
}

/** A cover uploaded by an editor replaces the cover from the book file. */
export async function setCover(currentUser: CurrentUser, id: number, coverUrl: string, write: Write): Promise<Publication> {
  return write(async (tx) => {
    const row = await heldPublication(tx, id);
    if (row.status === 'checking') throw new AppError(CODES.listedLocked, '上架审核中的出版物不能修改，请先驳回');
    await tx
      .updateTable('publication')
      .set((eb) => ({ coverUrl, updateBy: currentUser.userName, updateTime: Date.now(), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    const after = await existingPublication(tx, id);
    await notifyCorrection(tx, currentUser, row, after);
    return wirePublication(after);
  });
}

/** Restores a work from the recycle bin in its previous state. */
export async function restorePublication(tx: Tx, engine: Engine, id: number): Promise<void> {
  const row = await removedPublication(tx, id);
  if (!row) throw missing('出版物不在回收站里，请刷新后重试');
  await assertFreeIsbn(tx, row.isbn, id);
  // The same check as for an upload of the file.
  const other = row.sourceSha256 ? await titleOfSource(tx, row.sourceSha256) : null;
  if (other !== null)
    throw warning(`${inTitleMarks(row.title)}的电子书文件已用于${inTitleMarks(other)}，不能恢复；如要恢复，请先删除${inTitleMarks(other)}`);
  await tx
    .updateTable('publication')
    .set((eb) => ({ delFlag: '0', updateTime: Date.now(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await indexPublication(tx, id, engine);
}

export const publicationBin: RecycleKind = { bin: 'publication', purge: 'mark', restore: restorePublication };
