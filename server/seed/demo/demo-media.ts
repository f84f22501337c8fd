import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '../../../contract/clock.ts';
import { publicationDraft } from '../../../contract/catalog/publication.ts';
import { handlePublicationEvent, publicationForStaff, savePublication } from '../../catalog/publication.service.ts';
import { storeUploadFile } from '../../files/resumable-upload.ts';
import type { AppContext } from '../../context.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { saveTextWork } from '../../media/text-work.service.ts';
import { addTrack, adminTracks, saveTrack } from '../../media/track.service.ts';
import { addWork } from '../../media/work.service.ts';
import type { BookSource } from './book-source.ts';
import { captionsFrom, LINE_SECONDS, readMediaSources, type MediaSource, type MediaTrackSource } from './media-source.ts';
import { wavTune } from './wav-tune.ts';
import { webmSlides } from './webm-slides.ts';

/** Days before today on which the first work went on sale: before the books, so that the books are the newest. */
const DAYS_AGO = 40;

/**
 * Adds the demo audio and video through the regular workflow: generated here, uploaded, checked, listed. After an interruption it
 * continues.
 */
export async function addDemoMedia(context: AppContext, submitter: CurrentUser, approver: CurrentUser, books: readonly BookSource[]): Promise<void> {
  const sources = readMediaSources(await readFile(join(import.meta.dirname, 'media', 'works.txt'), 'utf8'), books);
  const works = await context.db.selectFrom('publication').select(['id', 'title', 'status']).where('kind', 'in', ['audio', 'video']).execute();
  const wanted = sources.flatMap((source) => {
    const there = works.find((work) => work.title === source.facts['title']);
    return there && there.status !== 'draft' ? [] : [{ source, there: there?.id ?? null }];
  });
  const made: { source: MediaSource; publishId: number }[] = [];
  for (const { source, there } of wanted) made.push({ source, publishId: await addOne(context, submitter, source, there) });
  for (const { publishId } of made) await lookedAt(context, publishId);
  for (const [index, { source, publishId }] of made.entries())
    await putOnSale(context, submitter, approver, publishId, source, DAYS_AGO + made.length - index);
}

const LOOK_MS = 50;

/** Waits until every track of a work was checked; its streams are created later, while the server already runs. */
async function lookedAt(context: AppContext, publishId: number): Promise<void> {
  while ((await adminTracks(context, publishId)).rows.some(({ state }) => state === 'queued' || state === 'running'))
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

/** Adds a work, or its missing tracks. */
async function addOne(context: AppContext, by: CurrentUser, { facts, tracks }: MediaSource, there: number | null): Promise<number> {
  const kind = facts['kind'] === 'video' ? 'video' : 'audio';
  const publishId = there ?? (await addWork(context, by, { kind, title: facts['title'] ?? '', authorsText: facts['author'] ?? '' })).publishId;
  const titles = new Set((await adminTracks(context, publishId)).rows.map((row) => row.title));
  for (const track of tracks.filter(({ title }) => !titles.has(title))) {
    const uploadId = randomBytes(16).toString('hex');
    const bytes = await fileOf(kind, facts['tune'] ?? '1', track);
    await storeUploadFile(context, { uploadId, ownerId: by.userId, fileName: `${track.title}.${kind === 'video' ? 'webm' : 'wav'}`, bytes });
    await addTrack(context, by, { publishId, uploadId, title: track.title });
  }
  return publishId;
}

const fileOf = (kind: 'audio' | 'video', tune: string, track: MediaTrackSource): Promise<Buffer> | Buffer =>
  kind === 'audio'
    ? wavTune(tune, track.lines.length * LINE_SECONDS)
    : webmSlides(
        track.lines.map((line) => line.picture),
        LINE_SECONDS,
      );

async function putOnSale(
  context: AppContext,
  submitter: CurrentUser,
  approver: CurrentUser,
  publishId: number,
  { facts, tracks }: MediaSource,
  daysAgo: number,
): Promise<void> {
  const { rows } = await adminTracks(context, publishId);
  for (const [index, row] of rows.entries()) {
    const source = tracks[index];
    if (source)
      await saveTrack(context, submitter, {
        mediaId: row.mediaId,
        version: row.version,
        title: row.title,
        isrc: '',
        isFree: '0',
        trialSec: Number(facts['trial'] ?? 0),
        captions: captionsFrom(source),
      });
  }
  const type = await context.db
    .selectFrom('archiveType')
    .select('id')
    .where('typeName', '=', facts['type'] ?? '')
    .executeTakeFirst();
  const fen = Math.round(Number(facts['price'] ?? 0) * 100);
  const { version } = await publicationForStaff(context, publishId);
  await savePublication(context, submitter, {
    ...publicationDraft.parse({
      title: facts['title'],
      authorsText: facts['author'],
      brief: facts['brief'] ?? '',
      intro: `<p>${facts['intro'] ?? ''}</p>`,
      archiveTypeId: type?.id ?? null,
      isFree: fen === 0 ? '1' : '0',
      listPriceFen: fen,
      salePriceFen: fen,
      drawing: facts['drawing'] ?? 'lit',
    }),
    publishId,
    version,
  });
  if (facts['reads']) await joinText(context, submitter, publishId, facts['reads']);
  await handlePublicationEvent(context, submitter, 'submit', publishId, '');
  await handlePublicationEvent(context, approver, 'approve', publishId, '');
  const listTime = Date.now() - daysAgo * DAY_MS;
  await context.db
    .updateTable('publication')
    .set({ listTime, publishDate: new Date(listTime).toISOString().slice(0, 10) })
    .where('id', '=', publishId)
    .execute();
}

/** Links a recording to the book that it reads. */
async function joinText(context: AppContext, by: CurrentUser, publishId: number, title: string): Promise<void> {
  const text = await context.db.selectFrom('publication').select('id').where('title', '=', title).where('kind', '=', 'book').executeTakeFirst();
  if (text) await saveTextWork(context, by, { publishId, textPublishId: text.id });
}
