import type { z } from 'zod';
import { placedMedia, type PlacedInBook, type PlacedItem, type textbookCheck } from '../../contract/textbook/placed.ts';
import { PLACED_KINDS, TEXTBOOK_CODES } from '../../contract/textbook/textbook-limits.ts';
import { GONE } from '../catalog/book.service.ts';
import { knowsOf, rightTo } from '../commerce/entitlement.service.ts';
import type { AppContext } from '../context.ts';
import { crudService } from '../crud/crud-service.ts';
import type { Database, Tx } from '../db/database.ts';
import { ownsFile } from '../files/file.policy.ts';
import type { Sent } from '../files/send-file.ts';
import { AppError, failed, forbidden, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { playableTracks } from '../media/track.service.ts';
import { liveSetsOf, namedSets } from './exercise/exercise.service.ts';
import { isInTrial } from './placed.policy.ts';
import { chaptersOf, chapterTitles, filesNamed, placedById, placedOf, textbookWork, tracksNamed, type PlacedRow } from './placed.queries.ts';

/** The field with the target of each kind. */
const TARGET = { listen: 'mediaId', watch: 'mediaId', exercise: 'setId', file: 'fileId' } as const;

const idsOf = (rows: readonly { readonly [name: string]: unknown }[], field: string): number[] =>
  rows.map((row) => row[field]).filter((id): id is number => typeof id === 'number');

async function namesOf(db: Database | Tx, rows: readonly PlacedRow[]) {
  const media = idsOf(rows, 'mediaId');
  const files = idsOf(rows, 'fileId');
  const sets = idsOf(rows, 'setId');
  return {
    sets: new Map((sets.length > 0 ? await namedSets(db, sets) : []).map((one) => [one.id, one])),
    tracks: new Map((media.length > 0 ? await tracksNamed(db, media) : []).map((one) => [one.id, one])),
    files: new Map((files.length > 0 ? await filesNamed(db, files) : []).map((one) => [one.id, one])),
  };
}

/** The items at the paragraphs of textbooks, for the staff. */
export const placedItems = crudService(placedMedia, {
  table: 'placedMedia',
  log: '随文内容',
  order: [
    ['documentIndex', 'asc'],
    ['orderNum', 'asc'],
    ['id', 'asc'],
  ],
  removal: 'hard',
  show: async (db, rows) => {
    const { tracks, files, sets } = await namesOf(db, rows);
    const editions = [...new Set(rows.map(({ editionId }) => editionId))];
    const titles = new Map((await chapterTitles(db, editions)).map((one) => [`${one.editionId}/${one.orderNum}`, one.title]));
    return rows.map((row) => ({
      target: tracks.get(row.mediaId ?? 0)?.title ?? files.get(row.fileId ?? 0)?.fileOriginName ?? sets.get(row.setId ?? 0)?.title ?? '',
      chapterTitle: titles.get(`${row.editionId}/${row.documentIndex}`) ?? '',
      editionId: row.editionId,
      lost: row.lost === '1',
    }));
  },
  check: async (tx, { currentUser, draft, before }) => {
    const work = await textbookWork(tx, Number(draft.publishId));
    if (!work || work.editionId === null) throw failed('教材不存在或还没有电子书文件，请刷新后重试');
    if (before && before['publishId'] !== draft.publishId) throw failed('教材不能更换，请新增一条');
    const target = draft[TARGET[draft.kind]];
    if (target === null) throw failed(`请选择要放的${PLACED_KINDS[draft.kind] === '练习' ? '练习' : draft.kind === 'file' ? '文件' : '音视频'}`);
    if (Object.values(TARGET).some((field) => field !== TARGET[draft.kind] && draft[field] !== null)) throw failed('一处只能放一样内容，请分开放');
    if (draft.documentIndex >= (await chaptersOf(tx, work.editionId)).length)
      throw new AppError(TEXTBOOK_CODES.oldEdition, '教材的版本已更换，请刷新后重新选择段落');
    if (before && before[TARGET[draft.kind]] === target) return;
    if (draft.kind === 'file') return assertOwnFile(tx, currentUser, target);
    if (draft.kind === 'exercise') return assertOwnSet(tx, work.id, target);
    return assertOwnTrack(tx, work.id, target, draft.kind);
  },
  columnsOf: async ({ draft }, tx) => {
    const work = await textbookWork(tx, Number(draft.publishId));
    return { editionId: work?.editionId ?? 0, lost: '0' };
  },
});

async function assertOwnFile(tx: Tx, currentUser: CurrentUser, id: number): Promise<void> {
  const [file] = await filesNamed(tx, [id]);
  if (!file || !ownsFile(file, currentUser)) throw new AppError(TEXTBOOK_CODES.foreignPart, '请先上传文件');
}

async function assertOwnSet(tx: Tx, publishId: number, id: number): Promise<void> {
  const [set] = await namedSets(tx, [id]);
  if (set?.publishId !== publishId) throw new AppError(TEXTBOOK_CODES.foreignPart, '这个练习不属于这部教材，请重新选择');
}

async function assertOwnTrack(tx: Tx, publishId: number, id: number, kind: 'listen' | 'watch'): Promise<void> {
  const [track] = await tracksNamed(tx, [id]);
  if (!track || track.publicationId !== publishId) throw new AppError(TEXTBOOK_CODES.foreignPart, '这段音视频不属于这部教材，请重新选择');
  if (track.state === 'ready' && (track.mediaType === 'video') !== (kind === 'watch'))
    throw failed(kind === 'watch' ? `“${track.title}”是音频，请选“听”` : `“${track.title}”是视频，请选“看”`);
}

/** What the staff checks before a textbook goes on sale, and its chapters for the page view. */
export async function checkOf(context: AppContext, publishId: number): Promise<z.output<typeof textbookCheck.data>> {
  const work = await textbookWork(context.db, publishId);
  if (!work) throw missing('教材不存在或已删除，请刷新后重试');
  const rows = await placedOf(context.db, publishId);
  const chapters = work.editionId === null ? [] : await chaptersOf(context.db, work.editionId);
  const inChapter = (index: number): PlacedRow[] => rows.filter(({ documentIndex }) => documentIndex === index);
  const placed = new Set(idsOf(rows, 'mediaId'));
  return {
    title: work.title,
    editionId: work.editionId,
    trialChapters: work.trialChapters,
    chapters: chapters.map(({ orderNum: index, title, href }) => ({
      index,
      title,
      href,
      placed: inChapter(index).length,
      silent: !inChapter(index).some(({ kind }) => kind === 'listen'),
    })),
    lost: rows.filter(({ lost }) => lost === '1').map(({ id: placedId, label, quote }) => ({ placedId, label, quote })),
    unplaced: (await playableTracks(context, publishId))
      .filter(({ mediaId }) => !placed.has(mediaId))
      .map(({ mediaId, title }) => ({ mediaId, title })),
  };
}

/** Returns the items of a textbook for a reader. An item whose recording is not ready, or whose file is gone, is left out. */
export async function placedForReaders(context: AppContext, currentUser: CurrentUser | null, publishId: number): Promise<PlacedInBook> {
  const work = await textbookWork(context.db, publishId);
  if (!work || work.editionId === null) throw missing(GONE);
  if (work.status !== 'listed' && !(currentUser && (await knowsOf(context, currentUser, publishId)))) throw missing(GONE);
  const rows = await placedOf(context.db, publishId);
  const tracks = new Map((await playableTracks(context, publishId)).map((one) => [one.mediaId, one]));
  const sets = await liveSetsOf(context, publishId);
  const { files } = await namesOf(context.db, rows);
  const items = rows.flatMap((row): PlacedItem[] => {
    const track = tracks.get(row.mediaId ?? 0) ?? null;
    const file = files.get(row.fileId ?? 0);
    const set = sets.find(({ setId }) => setId === row.setId);
    if (row.kind === 'exercise' ? !set : row.kind === 'file' ? !file : !track) return [];
    return [
      {
        placedId: row.id,
        kind: row.kind,
        label: row.label,
        documentIndex: row.documentIndex,
        cfi: row.cfi,
        quote: row.quote,
        lost: row.lost === '1',
        isFree: isInTrial(work, row),
        track,
        file: file ? { name: file.fileOriginName, bytes: file.size } : null,
        set: set ? { setId: set.setId, questions: set.questions } : null,
      },
    ];
  });
  const placed = new Set(rows.map(({ setId }) => setId));
  return {
    publishId,
    editionId: work.editionId,
    items: [...items, ...sets.flatMap((set) => (placed.has(set.setId) ? [] : atChapterEnd(work, set)))],
  };
}

/** An exercise that belongs to a chapter and is placed at no paragraph. Its id is not that of a row. */
function atChapterEnd(
  work: Parameters<typeof isInTrial>[0],
  { setId, title, documentIndex, questions }: Awaited<ReturnType<typeof liveSetsOf>>[number],
): PlacedItem[] {
  if (documentIndex === null) return [];
  const isFree = isInTrial(work, { documentIndex });
  const place = { documentIndex, cfi: '', quote: '', lost: false, isFree };
  return [{ placedId: -setId, kind: 'exercise', label: title, ...place, track: null, file: null, set: { setId, questions } }];
}

/** Returns a placed file for a reader with the right to its chapter. */
export async function placedFileFor(context: AppContext, currentUser: CurrentUser | null, placedId: number): Promise<Sent> {
  const row = await placedById(context.db, placedId);
  const work = row && (await textbookWork(context.db, row.publishId));
  const [file] = row?.fileId ? await filesNamed(context.db, [row.fileId]) : [];
  if (!row || !work || !file) throw missing('资料不存在或已移走');
  if (!isInTrial(work, row) && !(currentUser && (await rightTo(context, currentUser, work.id)).entitled))
    throw forbidden('您还没有这部教材的使用权，不能下载这份资料');
  return { key: file.fileName.slice(1), name: file.fileOriginName, mime: file.mime, size: file.size };
}
