import { sql } from 'kysely';
import type { Database } from '../../server/db/database.ts';
import { putWords, TEXT_WORDS } from '../../server/catalog/search/search.queries.ts';
import { indexPublication } from '../../server/catalog/search/search.service.ts';
import { wordsOf } from '../../server/search/tokenizer.ts';

type Row = Record<string, unknown>;
type Change = (row: Row, n: number) => Row;

const MINUTE_MS = 60_000;
/** Rows per statement are limited by the number of parameters. */
const PARAMETERS = 30_000;

/** A generator of numbers that gives the same sequence in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return Math.floor((state / 0x80_00_00_00) * below);
  };
}

const PLACES = '渡口 老桥 灯塔 麦田 山寺 码头 书院 盐场 茶亭 驿站 水车 瓦窑 城门 古井 石桥 戏台 粮仓 船坞 药铺 学堂'.split(' ');
const THINGS = '来信 年谱 手记 图志 夜航 旧事 口述 地图 春秋 笔谈 问答 考略 童谣 风物 植物 星象 算法 账本 食谱 器物'.split(' ');
const QUALITIES = '江南 塞上 海边 雪中 雨后 清晨 无名 远方 失落 最后 第一 寻常 沉默 透明 漫长 消失 重访 未完 民间 纸上'.split(' ');
const SURNAMES = '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜';
const GIVEN = '一二语安宁之初明远山川林舟禾川岚清溪若水长风思齐';

/** An original title; about two of a hundred works of a large publisher share one. */
const titleOf = (below: (most: number) => number, n: number): string => {
  const word = (list: readonly string[]): string => list[below(list.length)] ?? '';
  const base = `${word(QUALITIES)}${word(PLACES)}${word(THINGS)}`;
  return n % 50 === 0 ? word(PLACES) : `${base}${n % 3 === 0 ? `（第${(n % 97) + 1}卷）` : ''}`;
};
const authorOf = (below: (most: number) => number): string =>
  `${SURNAMES[below(SURNAMES.length)]}${GIVEN[below(GIVEN.length)]}${GIVEN[below(GIVEN.length)]}`;
const sentenceOf = (below: (most: number) => number): string =>
  Array.from({ length: 4 }, () => `${titleOf(below, 1)}在${PLACES[below(PLACES.length)]}，${authorOf(below)}写下了它。`).join('');

/** How many rows an installation with `works` works has. */
export interface Size {
  readonly works: number;
  readonly readers: number;
  readonly visits: number;
  readonly comments: number;
  readonly manuscripts: number;
}

export const sizeOf = (works: number): Size => ({ works, readers: works * 2, visits: works * 10, comments: works * 5, manuscripts: works / 5 });

/**
 * Adds rows to a database with demo content until it has the size of a large publisher. The demo rows are the patterns: each new row is a copy of
 * one with its own numbers, texts, people and times. The same size gives the same rows.
 */
export async function growDatabase(db: Database, size: Size, report: (words: string) => void = () => {}): Promise<void> {
  const grower = new Grower(db, report);
  await grower.works(size.works);
  await grower.people(size.readers);
  await grower.readerRows(size);
  await grower.manuscripts(size.manuscripts);
  await grower.rest(size.works);
  await db.engine.tidy(db as never);
}

class Grower {
  readonly #db: Database;
  readonly #report: (words: string) => void;
  readonly #below = numbers(7);
  readonly #now = Date.now();
  #works: number[] = [];
  #users: number[] = [];

  constructor(db: Database, report: (words: string) => void) {
    this.#db = db;
    this.#report = report;
  }

  #time(n: number): number {
    return this.#now - (n % 500_000) * MINUTE_MS - this.#below(MINUTE_MS);
  }

  #one(list: readonly number[]): number {
    return list[this.#below(list.length)] ?? 1;
  }

  /** Copies rows of `table` until it has `most`; rows without an `id` column keep their key columns from `change`. */
  async copy(table: string, most: number, change: Change = (row) => row): Promise<number[]> {
    const db = this.#db;
    const patterns = (await db
      .selectFrom(table as never)
      .selectAll()
      .limit(500)
      .execute()) as Row[];
    if (patterns.length === 0) return [];
    const { total } = (await db
      .selectFrom(table as never)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()) as { total: number };
    const hasId = 'id' in (patterns[0] ?? {});
    const width = Object.keys(patterns[0] ?? {}).length;
    const each = Math.max(1, Math.min(1_000, Math.floor(PARAMETERS / width)));
    const ids: number[] = [];
    const started = performance.now();
    await db.transaction().execute(async (tx) => {
      for (let from = total; from < most; from += each) {
        const rows = Array.from({ length: Math.min(each, most - from) }, (_, at) => {
          const n = from + at;
          const { id: _id, ...pattern } = patterns[n % patterns.length] ?? {};
          return stringified(change(timed(pattern, this.#time(n)), n));
        });
        const adding = tx.insertInto(table as never).values(rows as never);
        if (!hasId) await adding.onConflict((oc) => oc.doNothing()).execute();
        else ids.push(...((await adding.returning('id' as never).execute()) as { id: number }[]).map((row) => row.id));
      }
    });
    this.#report(`${table}: ${most} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    return ids;
  }

  async works(most: number): Promise<void> {
    const db = this.#db;
    const below = this.#below;
    const editions = (await db.selectFrom('edition').selectAll().execute()) as unknown as Row[];
    const types = (await db.selectFrom('archiveType').select('id').execute()).map((row) => row.id);
    const ids = await this.copy('publication', most, (row, n) => ({
      ...row,
      publishNo: `G${n}`,
      isbn: '',
      title: titleOf(below, n),
      authorsText: authorOf(below),
      brief: sentenceOf(below).slice(0, 80),
      intro: `<p>${sentenceOf(below)}</p>`,
      archiveTypeId: this.#one(types),
      kind: n % 10 === 0 ? 'audio' : 'book',
      status: n % 10 === 1 ? 'draft' : 'listed',
      isFree: n % 4 === 0 ? '1' : '0',
      listPriceFen: below(20_000),
      salePriceFen: below(20_000),
      viewNum: below(100_000),
      collectNum: below(1_000),
      readerNum: below(5_000),
      listTime: this.#time(n),
      editionId: null,
      textWorkId: null,
    }));
    this.#works = (await db.selectFrom('publication').select('id').orderBy('id').execute()).map((row) => row.id);
    const made = await this.copy('edition', editions.length + ids.length, (row, n) => ({
      ...row,
      publicationId: ids[n - editions.length] ?? 1,
      folder: `books/grown${n}`,
    }));
    // PostgreSQL reads all editions for each work until it knows their number.
    await db.engine.tidy(db as never);
    await sql`update publication set edition_id = (select max(edition.id) from edition where edition.publication_id = publication.id) where edition_id is null and kind = 'book'`.execute(
      db,
    );
    const chapters = await count(db, 'chapter');
    await this.copy('chapter', chapters + made.length * 2, (row, n) => ({
      ...row,
      editionId: made[(n - chapters) >> 1],
      orderNum: (n - chapters) % 2,
      title: titleOf(below, n),
    }));
    const texts = await count(db, 'bookText');
    const textIds = await this.copy('bookText', texts + made.length * 2, (row, n) => ({
      ...row,
      editionId: made[(n - texts) >> 1],
      orderNum: (n - texts) % 2,
      text: sentenceOf(below),
    }));
    const started = performance.now();
    for (let from = 0; from < ids.length; from += 2_000)
      await db.transaction().execute(async (tx) => {
        for (const id of ids.slice(from, from + 2_000)) await indexPublication(tx, id, db.engine);
      });
    for (let from = 0; from < textIds.length; from += 2_000) {
      const part = await db
        .selectFrom('bookText')
        .select(['id', 'text'])
        .where('id', 'in', textIds.slice(from, from + 2_000))
        .execute();
      await db.transaction().execute(async (tx) => {
        for (const { id, text } of part) await putWords(tx, db.engine, TEXT_WORDS, id, wordsOf(text));
      });
    }
    this.#report(`words of ${ids.length} works (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    await this.copy('media', most / 20, (row, n) => ({
      ...row,
      publicationId: this.#one(this.#works),
      uploadId: `grown${n}`,
      title: titleOf(below, n),
      leaseUntil: 0,
    }));
    await this.copy('scholar', most / 20, (row, n) => {
      const name = authorOf(below);
      return { ...row, userId: null, scholarName: name, sortKey: `grown${n}`, searchText: name, mergedInto: null };
    });
    const scholars = (await db.selectFrom('scholar').select('id').execute()).map((row) => row.id);
    await this.copy('scholarWorks', most, (row, n) => ({
      ...row,
      scholarId: scholars[n % scholars.length],
      publishId: this.#works[n % this.#works.length],
      title: '',
    }));
  }

  async people(readers: number): Promise<void> {
    const below = this.#below;
    const reader = (await this.#db.selectFrom('user').selectAll().where('userName', '=', 'reader1').executeTakeFirstOrThrow()) as unknown as Row;
    this.#users = await this.copy('user', readers, (_row, n) => {
      const { id: _id, ...rest } = reader;
      return { ...timed(rest, this.#time(n)), userName: `grown${n}`, nickName: authorOf(below), email: '', phonenumber: '' };
    });
    const names = await this.#db.selectFrom('user').select(['id', 'userName']).where('userName', 'like', 'grown%').orderBy('id').execute();
    const accounts = await count(this.#db, 'account');
    const own = (n: number) => names[n - accounts];
    await this.copy('account', accounts + names.length, (row, n) => ({
      ...row,
      userId: own(n)?.id,
      identityType: 'username',
      identifier: own(n)?.userName,
    }));
  }

  async readerRows({ works, visits, comments }: Size): Promise<void> {
    const below = this.#below;
    const [work, user] = [() => this.#one(this.#works), () => this.#one(this.#users)];
    const targets = { targetType: 'publication' };
    await this.copy('browse', visits, (row, n) => ({
      ...row,
      ...targets,
      targetId: work(),
      userId: n % 2 ? user() : null,
      visitorId: `grown${n % 50_000}`,
      createTime: this.#time(n),
      lastTime: this.#time(n),
    }));
    await this.copy('comment', comments, (row, n) => ({
      ...row,
      ...targets,
      targetId: work(),
      userId: user(),
      rootId: null,
      parentId: null,
      replyUserId: null,
      content: sentenceOf(below).slice(0, 60),
      status: n % 40 === 0 ? 'pending' : 'visible',
    }));
    for (const [table, rows] of [
      ['collect', works * 2],
      ['score', works],
      ['readingProgress', works * 2],
    ] as const)
      await this.copy(table, rows, (row, n) => ({
        ...row,
        userId: this.#users[n % this.#users.length],
        ...(table === 'collect'
          ? { ...targets, targetId: this.#works[(n * 7) % this.#works.length] }
          : { publicationId: this.#works[(n * 7) % this.#works.length] }),
      }));
    await this.copy('annotation', works, (row, n) => ({ ...row, userId: user(), clientId: `grown-${n}`, seq: n, publicationId: work() }));
    await this.copy('readingDay', works, (row, n) => ({ ...row, userId: user(), clientId: `grown-${n}`, seq: n }));
    await this.copy('message', works * 2, (row, n) => ({ ...row, userId: n % 100 === 0 ? (n % 30) + 1 : user(), createTime: this.#time(n) }));
    await this.copy('feedback', works / 20, (row) => ({ ...row, userId: user(), content: sentenceOf(below) }));
    await this.copy('applyForLog', works / 20, (row, n) => ({
      ...row,
      applyNo: `G${n}`,
      userId: this.#users[n % this.#users.length],
      status: 'approved',
    }));
  }

  async manuscripts(most: number): Promise<void> {
    const below = this.#below;
    const versions = await count(this.#db, 'manuscriptVersion');
    const ids = await this.copy('manuscript', most, (row, n) => ({
      ...row,
      archiveNo: `G${n}`,
      title: titleOf(below, n),
      topicId: null,
      publicationId: null,
      stageSince: this.#time(n),
    }));
    const archive = (): number => this.#one(ids);
    await this.copy('manuscriptVersion', versions + ids.length * 2, (row, n) => ({
      ...row,
      archiveId: ids[(n - versions) >> 1],
      versionNo: ((n - versions) % 2) + 1,
    }));
    await this.copy('topic', most / 2, (row, n) => ({ ...row, topicNo: `G${n}`, title: titleOf(below, n), archiveId: null, sessionId: null }));
    for (const table of ['review', 'editTask', 'proofread', 'composition']) await this.copy(table, most, (row) => ({ ...row, archiveId: archive() }));
    await this.copy('protocol', most / 2, (row, n) => ({ ...row, protocolNo: `G${n}`, archiveId: ids[n % ids.length] }));
    await this.copy('proofMark', most * 5, (row) => ({ ...row, archiveId: archive(), erratumId: null }));
    await this.copy('letter', most, (row) => ({ ...row, status: 'sent' }));
    await this.copy('journalSubmission', most / 5, (row, n) => ({
      ...row,
      submissionNo: `G${n}`,
      title: titleOf(below, n),
      archiveId: null,
      doi: '',
    }));
    await this.copy('contestSubmit', most / 5, (row, n) => ({ ...row, submitNo: `G${n}`, title: titleOf(below, n), userId: this.#one(this.#users) }));
    await this.copy('flowInstance', most / 2, (row) => ({ ...row, parentId: null, status: 'finished' }));
    await this.copy('flowTask', most, (row) => ({ ...row, status: 'done' }));
    await this.copy('flowLog', most * 5, (row, n) => ({ ...row, entityId: archive(), at: this.#time(n) }));
  }

  async rest(works: number): Promise<void> {
    const below = this.#below;
    await this.copy('information', works / 50, (row, n) => ({ ...row, title: titleOf(below, n), publishTime: this.#time(n), topFlag: '0' }));
    await this.copy('wechatArticle', works / 2, (row, n) => ({
      ...row,
      title: titleOf(below, n),
      url: `https://mp.example.cn/s/grown${n}`,
      publishTime: this.#time(n),
    }));
    await this.copy('articleStat', works, (row, n) => ({ ...row, articleId: n, takenAt: this.#time(n) }));
    await this.copy('file', works, (row, n) => ({ ...row, fileName: `grown${n}` }));
  }
}

async function count(db: Database, table: string): Promise<number> {
  const { total } = (await db
    .selectFrom(table as never)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()) as { total: number };
  return Number(total);
}

/** A pattern with its own creation and change times. */
const timed = (row: Row, at: number): Row => ({
  ...row,
  ...('createTime' in row ? { createTime: at } : {}),
  ...('updateTime' in row ? { updateTime: at } : {}),
});

/** Columns with JSON come as objects on PostgreSQL. */
const stringified = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null && !(value instanceof Uint8Array) ? JSON.stringify(value) : value,
    ]),
  );
