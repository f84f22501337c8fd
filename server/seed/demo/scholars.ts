import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/clock.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import type { Tx } from '../../db/database.ts';
import { nextNumber } from '../../db/sequence.ts';
import { relist } from '../../scholar/scholar.service.ts';
import { MERGE_UNDO_DAYS } from '../../../contract/scholar/merge.ts';
import { NEWS } from './news-texts.ts';
import { SCHOLARS } from './scholar-texts.ts';

const KEPT = '查望舒';
/** The same scholar under a misprinted name, merged on the first day. */
const MISPRINTED = '查望书';
const paragraphs = (text: readonly string[]): string => text.map((one) => `<p>${one}</p>`).join('');

/** Scholars with their names and their works from elsewhere, news, a merged pair and a pending claim. Demo works are linked when they exist. */
export async function addScholarHouse(tx: Tx, now: number): Promise<void> {
  const base = { createBy: 'opsadmin', createTime: now, updateTime: now };
  const colleges = await tx.selectFrom('college').select('id').orderBy('orderNum').orderBy('id').execute();
  const users = new Map((await tx.selectFrom('user').select(['id', 'userName']).execute()).map((user) => [user.userName, user.id]));
  const ids = new Map<string, number>();
  for (const [index, one] of SCHOLARS.entries()) {
    const { id } = await tx
      .insertInto('scholar')
      .values({
        scholarName: one.name,
        namePinyin: one.pinyin,
        dynasty: one.dynasty ?? '',
        userId: users.get(one.user ?? '') ?? null,
        collegeId: one.college === undefined ? null : (colleges[one.college]?.id ?? null),
        title: one.title ?? '',
        researchField: one.field,
        discipline: one.discipline,
        intro: paragraphs(one.intro),
        achievements: paragraphs(one.achievements ?? []),
        recommend: one.recommend ? '1' : '0',
        orderNum: index + 1,
        status: 'published',
        ...base,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(one.name, id);
    for (const [orderNum, [name, kind, yearFrom = '']] of (one.names ?? []).entries())
      await tx.insertInto('scholarAlias').values({ scholarId: id, name, kind, yearFrom, orderNum, mergeId: null }).execute();
    for (const [at, [title, workKind, source, publishYear]] of (one.entries ?? []).entries())
      await tx
        .insertInto('scholarWorks')
        .values({
          scholarId: id,
          publishId: null,
          title,
          workKind,
          role: workKind === 'translation' ? 'translator' : 'author',
          source,
          publishYear,
          orderNum: (one.books?.length ?? 0) + at + 1,
          ...base,
        })
        .execute();
    await relist(tx, id);
  }
  await addMergedPair(tx, ids.get(KEPT) ?? 0, now);
  await addClaim(tx, ids.get('严见山') ?? 0, now);
  await addNews(tx, ids, now);
}

async function addMergedPair(tx: Tx, keptId: number, now: number): Promise<void> {
  const at = now - 5 * DAY_MS;
  const base = { createBy: 'worksadmin', createTime: at, updateTime: at };
  const { id: mergedId } = await tx
    .insertInto('scholar')
    .values({
      scholarName: MISPRINTED,
      userId: null,
      collegeId: null,
      researchField: '图书馆史',
      intro: '<p>旧版书目里的署名。</p>',
      status: 'published',
      mergedInto: keptId,
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: mergeId } = await tx
    .insertInto('scholarMerge')
    .values({ keptId, mergedId, userId: null, createBy: 'worksadmin', createTime: at, undoUntil: at + MERGE_UNDO_DAYS * DAY_MS, undoneTime: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: rowId } = await tx
    .insertInto('scholarWorks')
    .values({
      scholarId: keptId,
      publishId: null,
      title: '书库夜巡',
      workKind: 'paper',
      source: '图书馆学刊',
      publishYear: '2009',
      orderNum: 9,
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('scholarMergeMove').values({ mergeId, entity: 'scholarWorks', rowId }).execute();
  await tx.insertInto('scholarAlias').values({ scholarId: keptId, name: MISPRINTED, kind: 'other', orderNum: 1000, mergeId }).execute();
  for (const id of [keptId, mergedId]) await relist(tx, id);
}

/** A scholar claims the page about himself; two users of the staff have to approve. */
async function addClaim(tx: Tx, scholarId: number, now: number): Promise<void> {
  const applicant = await tx.selectFrom('user').select('id').where('userName', '=', 'scholar1').executeTakeFirst();
  if (!applicant) return;
  const at = now - 2 * DAY_MS;
  const reason = '这是我的主页，想自己补充近年的论文。工作证和院系证明已带到社里核对。';
  const number = String(await nextNumber(tx, 'apply')).padStart(5, '0');
  const { id } = await tx
    .insertInto('applyForLog')
    .values({
      applyNo: `SQ${wireTime(at).slice(0, 10).replaceAll('-', '')}${number}`,
      userId: applicant.id,
      targetMode: 'scholar',
      realName: '严见山',
      unit: '远山大学',
      reason,
      materials: '[]',
      scholarId,
      status: 'pending',
      createBy: 'scholar1',
      createTime: at,
      updateTime: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('flowLog')
    .values({
      entityType: 'applyForLog',
      entityId: id,
      event: 'apply',
      fromStatus: '',
      toStatus: 'pending',
      note: reason,
      operatorId: applicant.id,
      at,
    })
    .execute();
}

async function addNews(tx: Tx, ids: ReadonlyMap<string, number>, now: number): Promise<void> {
  const writer = await tx.selectFrom('user').select('id').where('userName', '=', 'opsadmin').executeTakeFirst();
  // The oldest first, so that the ids are in the order of time.
  for (const { title, category, daysAgo, top, scholar, author = '', status = 'published', text } of NEWS.toReversed()) {
    const at = now - daysAgo * DAY_MS - 2 * 3_600_000;
    await tx
      .insertInto('information')
      .values({
        title,
        category,
        author,
        source: '启明外语音像出版社',
        scholarId: scholar === undefined ? null : (ids.get(scholar) ?? null),
        summary: '',
        content: paragraphs(text),
        topFlag: top ? '1' : '0',
        status,
        publishTime: status === 'published' ? at : null,
        submitBy: status === 'draft' ? null : (writer?.id ?? null),
        createBy: 'opsadmin',
        createTime: at,
        updateTime: at,
      })
      .execute();
  }
}

const COLLECTIONS: readonly (readonly [name: string, kind: 'series' | 'topic' | 'anthology', intro: string, titles: readonly string[]])[] = [
  ['语言的门槛', 'series', '写给第一次认真对待语言的人：词、句、译、写，各一册。', ['桌上的字典', '翻译是过河', '学术写作第一课', '校样上的红笔']],
  ['江与桥', 'topic', '几位作者写到同一条江：桥、渡口、雨和信。', ['桥上的灯', '渡口来信', '雨停在四点半', '竖着读的信']],
  ['外语起步', 'series', '每天一课，附词语注释，可以存到本机。', ['听见清晨', '第一站：日语小故事', 'The Lamp Keeper’s Notebook']],
];

/** Links scholars and news to the demo works by title, and adds the collections. Repeated calls add nothing. */
export async function joinScholarHouse(context: AppContext): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const books = await tx.selectFrom('publication').select(['id', 'title']).where('delFlag', '=', '0').execute();
    const idsOf = (titles: readonly string[]): number[] => titles.flatMap((title) => books.find((book) => book.title === title)?.id ?? []);
    const now = Date.now();
    const base = { createBy: 'opsadmin', createTime: now, updateTime: now };
    for (const { name, books: titles = [] } of SCHOLARS) {
      const owner = await tx.selectFrom('scholar').select('id').where('scholarName', '=', name).where('createBy', '=', 'opsadmin').executeTakeFirst();
      if (!owner) continue;
      for (const [at, publishId] of idsOf(titles).entries()) {
        const there = await tx
          .selectFrom('scholarWorks')
          .select('id')
          .where('scholarId', '=', owner.id)
          .where('publishId', '=', publishId)
          .executeTakeFirst();
        if (!there)
          await tx
            .insertInto('scholarWorks')
            .values({ scholarId: owner.id, publishId, orderNum: at + 1, ...base })
            .execute();
      }
    }
    for (const { title, books: titles = [] } of NEWS)
      await tx
        .updateTable('information')
        .set({ publishIds: JSON.stringify(idsOf(titles)) })
        .where('title', '=', title)
        .where('publishIds', '=', '[]')
        .execute();
    const { total } = await tx
      .selectFrom('collection')
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow();
    if (Number(total) > 0) return;
    await tx
      .insertInto('collection')
      .values(
        COLLECTIONS.map(([collectionName, kind, intro, titles], index) => ({
          collectionName,
          kind,
          intro,
          publishIds: JSON.stringify(idsOf(titles)),
          orderNum: index + 1,
          ...base,
        })),
      )
      .execute();
    await addCollectionBlocks(tx, now);
  });
}

/** The collections on the front pages, where the editors put them. */
async function addCollectionBlocks(tx: Tx, now: number): Promise<void> {
  const found = await tx.selectFrom('collection').select(['id', 'collectionName']).orderBy('orderNum').limit(2).execute();
  for (const [index, { id, collectionName }] of found.entries())
    for (const page of ['home', 'reading'] as const)
      if (page === 'reading' || index === 0)
        await tx
          .insertInto('programBlock')
          .values({
            page,
            blockKey: `collection${index + 1}`,
            title: collectionName,
            note: '',
            source: 'collection',
            style: 'carousel',
            limit: 4,
            query: JSON.stringify({ collectionId: id }),
            // After the first block of works and the slogan.
            orderNum: 4,
            createBy: 'opsadmin',
            createTime: now,
            updateTime: now,
          })
          .execute();
}
