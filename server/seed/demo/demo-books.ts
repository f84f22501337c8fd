import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '../../../contract/clock.ts';
import { preparationsEnded, startPreparation } from '../../catalog/preparation/preparation.service.ts';
import { handlePublicationEvent, savePublication } from '../../catalog/publication.service.ts';
import { publicationDraft } from '../../../contract/catalog/publication.ts';
import { grantTo } from '../../commerce/entitlement.service.ts';
import { storeUploadFile } from '../../files/resumable-upload.ts';
import type { AppContext } from '../../context.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { rights } from '../../identity/session.service.ts';
import { readBookSource, type BookSource } from './book-source.ts';
import { addAuthors } from './authors.ts';
import { addBrowseRecords } from './browse-records.ts';
import { addComments } from './comments.ts';
import { addDemoMedia } from './demo-media.ts';
import { epubFromSource } from './epub-from-source.ts';
import { addEarnings } from './money/earnings.ts';
import { addOrders, addSpreadOrders } from './money/orders.ts';
import { addReaderNotes } from './reader-notes.ts';
import { addReaders } from './readers.ts';
import { addDemoClasses } from './teaching/classes.ts';
import { addClassNotes, addLearning } from './teaching/notes-and-learning.ts';
import { addDemoPractice } from './textbook/practice.ts';
import { addDemoQuestions } from './textbook/questions.ts';
import { addCodesAndSeats } from './textbook/codes-and-seats.ts';
import { addPlacedMedia, addTextbookRow, placeExercises } from './textbook/textbooks.ts';
import { joinFilm } from './site-pages.ts';
import { joinScholarHouse } from './scholars.ts';

const FOLDER = join(import.meta.dirname, 'books');

/** Returns the sources in the order of their file names: the first one went on sale first. */
export async function bookSources(): Promise<BookSource[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.txt')).sort();
  return Promise.all(names.map(async (name) => readBookSource(await readFile(join(FOLDER, name), 'utf8'))));
}

const NUMBER_OF_STUDENTS = 12;
const people = (context: AppContext, count: number) => Promise.all(Array.from({ length: count }, (_one, at) => staff(context, `reader${at + 1}`)));

/** The textbooks of the demo course. */
const courseBooks = async ({ db }: AppContext): Promise<number[]> =>
  (
    await db
      .selectFrom('publication')
      .select('id')
      .where('title', 'in', ['渡口英语听说', '听见清晨'])
      .where('status', '=', 'listed')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);

/**
 * Adds the demo books through the regular workflow: built, uploaded, prepared, corrected, submitted by one
 * works administrator and approved by another. After an interruption it continues at the next start. Returns access codes for readers to try.
 */
export async function addDemoBooks(context: AppContext, say: (line: string) => void = () => {}): Promise<string[]> {
  const sources = await bookSources();
  // The apostrophe may have been a straight one before.
  const plain = (title: string): string => title.replaceAll('’', "'");
  const there = new Set((await context.db.selectFrom('publication').select('title').execute()).map((row) => plain(row.title)));
  const wanted = sources.filter(({ facts }) => !there.has(plain(facts['title'] ?? '')));
  if (wanted.length > 0) {
    const [submitter, approver] = [await staff(context, 'worksadmin'), await staff(context, 'chief')];
    for (const [at, source] of wanted.entries()) {
      say(`    制作 ${at + 1}/${wanted.length}：${source.facts['title'] ?? ''}`);
      await startPreparation(context, submitter, { uploadId: await upload(context, submitter, source) });
    }
    await preparationsEnded(context);
    for (const source of wanted) {
      await addTextbookRow(context, submitter, source.facts['title'] ?? '');
      await addPlacedMedia(context, submitter, source);
    }
    for (const source of wanted) await putOnSale(context, submitter, approver, source, sources.length - sources.indexOf(source));
  }
  say('    题库与练习');
  await addDemoQuestions(context, await staff(context, 'worksadmin'), await staff(context, 'chief'), await staff(context, 'teacher1'));
  await placeExercises(context, await staff(context, 'worksadmin'));
  say('    课程与班级');
  const students = await people(context, NUMBER_OF_STUDENTS);
  await addDemoClasses(context, await staff(context, 'teacher1'), students, await courseBooks(context));
  await addClassNotes(context, await staff(context, 'teacher1'), sources);
  say('    音视频');
  await addDemoMedia(context, await staff(context, 'worksadmin'), await staff(context, 'chief'), sources);
  await joinBanners(context);
  await joinFilm(context);
  await joinScholarHouse(context);
  await addAuthors(context);
  await addChannels(context);
  const reader = await staff(context, 'reader1');
  const paid = await context.db
    .selectFrom('publication')
    .select('id')
    .where('isFree', '=', '0')
    .where('status', '=', 'listed')
    .orderBy('id')
    .limit(2)
    .execute();
  const granted = await context.db.selectFrom('entitlement').select('id').where('userId', '=', reader.userId).executeTakeFirst();
  const giver = await staff(context, 'worksadmin');
  if (!granted) for (const { id } of paid) await grantTo(context, giver, { publishId: id, userName: 'reader1', validTo: '' });
  await addDemoPractice(context, reader, await courseBooks(context));
  say('    读者、评论、笔记和订单');
  await addReaders(context);
  await addComments(context);
  await addBrowseRecords(context);
  await addReaderNotes(context, reader, sources);
  await addLearning(context, students);
  await addOrders(context, (userName) => staff(context, userName));
  await addEarnings(context, (userName) => staff(context, userName));
  await addSpreadOrders(context, (userName) => staff(context, userName));
  say('    激活码与席位');
  const person = (userName: string) => staff(context, userName);
  return addCodesAndSeats(context, {
    editor: await person('worksadmin'),
    approver: await person('chief'),
    teacher: await person('teacher1'),
    person,
  });
}

async function staff(context: AppContext, userName: string): Promise<CurrentUser> {
  const user = await context.db.selectFrom('user').select(['id', 'nickName']).where('userName', '=', userName).executeTakeFirstOrThrow();
  return {
    userId: user.id,
    userName,
    nickName: user.nickName,
    sessionId: 'first-start',
    confirmedAt: 0,
    factorDue: false,
    accounts: new Set([user.id]),
    deptId: null,
    deptName: '',
    ...(await rights(context, user.id)),
  };
}

async function upload(context: AppContext, by: CurrentUser, source: BookSource): Promise<string> {
  const uploadId = randomBytes(16).toString('hex');
  await storeUploadFile(context, {
    uploadId,
    ownerId: by.userId,
    fileName: `${source.facts['title'] ?? '书'}.epub`,
    bytes: await epubFromSource(source),
  });
  return uploadId;
}

async function putOnSale(context: AppContext, submitter: CurrentUser, approver: CurrentUser, { facts }: BookSource, daysAgo: number): Promise<void> {
  const row = await context.db
    .selectFrom('publication')
    .select(['id', 'version', 'status', 'intro'])
    .where('title', '=', facts['title'] ?? '')
    .where('status', '=', 'draft')
    .executeTakeFirst();
  if (!row) return;
  const type = await context.db
    .selectFrom('archiveType')
    .select('id')
    .where('typeName', '=', facts['type'] ?? '')
    .executeTakeFirst();
  const fen = Math.round(Number(facts['price'] ?? 0) * 100);
  await savePublication(context, submitter, {
    ...publicationDraft.parse({
      title: facts['title'],
      subtitle: facts['subtitle'] ?? '',
      authorsText: facts['author'],
      isbn: facts['isbn'] ?? '',
      language: facts['shelf'] ?? 'zh',
      brief: facts['brief'] ?? '',
      intro: `<p>${(facts['intro'] ?? '').split('／').join('</p><p>')}</p>`,
      authorIntro: facts['about'] ?? '',
      archiveTypeId: type?.id ?? null,
      tags: (facts['tags'] ?? '').split('、').filter(Boolean),
      isFree: fen === 0 ? '1' : '0',
      listPriceFen: fen,
      salePriceFen: fen,
      trialChapters: Number(facts['trial'] ?? 2),
      recommend: facts['recommend'] === 'yes' ? '1' : '0',
      drawing: facts['drawing'] ?? 'lit',
    }),
    publishId: row.id,
    version: row.version,
  });
  await handlePublicationEvent(context, submitter, 'submit', row.id, '');
  if (facts['status'] === 'checking') return;
  await handlePublicationEvent(context, approver, 'approve', row.id, '');
  const listTime = Date.now() - daysAgo * DAY_MS;
  await context.db
    .updateTable('publication')
    .set({ listTime, publishDate: new Date(listTime).toISOString().slice(0, 10) })
    .where('id', '=', row.id)
    .execute();
}

/** Links the banners that name a work to that work. */
async function joinBanners(context: AppContext): Promise<void> {
  const banners = await context.db.selectFrom('banner').select(['id', 'linkValue']).where('linkType', '=', 'publication').execute();
  for (const { id, linkValue } of banners) {
    const work = await context.db.selectFrom('publication').select('id').where('title', '=', linkValue).executeTakeFirst();
    if (work)
      await context.db
        .updateTable('banner')
        .set({ linkValue: String(work.id) })
        .where('id', '=', id)
        .execute();
  }
}

/** Channels of the demo books: all on this site, some in shops, two whose data a shop still lacks. */
async function addChannels({ db }: AppContext): Promise<void> {
  if (await db.selectFrom('publishChannel').select('id').executeTakeFirst()) return;
  const books = await db
    .selectFrom('publication')
    .select(['id', 'listPriceFen', 'isFree', 'listTime'])
    .where('kind', '=', 'book')
    .orderBy('id')
    .execute();
  const now = Date.now();
  const rows = books.flatMap(({ id, listPriceFen, isFree, listTime }, index) => {
    const row = (channel: string, status: 'on' | 'pending', priceFen: number) => ({
      publishId: id,
      channel,
      priceFen,
      status,
      onTime: status === 'on' ? (listTime ?? now) : null,
      offTime: null,
      createBy: 'worksadmin',
      createTime: now,
      updateTime: now,
    });
    const price = isFree === '1' ? 0 : listPriceFen;
    return [
      row('site', 'on', price),
      ...(index % 3 === 0 && price > 0 ? [row('jd', 'pending', price)] : []),
      ...(index % 4 === 0 ? [row('weread', 'pending', price)] : []),
    ];
  });
  if (rows.length > 0) await db.insertInto('publishChannel').values(rows).execute();
}
