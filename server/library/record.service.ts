import { DAY_MS, SHANGHAI_MS } from '../../contract/clock.ts';
import { collectRecord, downloadRecord, scoreRecord } from '../../contract/library/record.ts';
import type { RecordKind, RecordStat } from '../../contract/library/record-stat.ts';
import { holdWork } from '../catalog/book.service.ts';
import type { AppContext } from '../context.ts';
import { crudService } from '../crud/crud-service.ts';
import type { Row } from '../crud/crud-table.ts';
import type { Tx } from '../db/database.ts';
import { targetKey, targetPages, type RecordTarget } from './browse-target.service.ts';
import { networkOf } from './browse.service.ts';
import { ofUserName, ofWorkTitle } from './record-filter.ts';
import { downloadParts } from './record.queries.ts';
import { countsByDay, countsByPart, peopleSince, topTargets, type StatTable } from './record-stat.queries.ts';
import { recountScore } from './score.service.ts';

const GONE = '内容已被删除';
const USER = { userName: { from: 'user', column: 'userName', by: 'userId' } } as const;

const titlesOf = async (db: AppContext['db'] | Tx, targets: readonly RecordTarget[]): Promise<string[]> => {
  const pages = await targetPages(db, targets);
  return targets.map((one) => pages.get(targetKey(one))?.title ?? GONE);
};
const worksOf = (rows: readonly Row[]): RecordTarget[] => rows.map((row) => ({ targetType: 'publication', targetId: Number(row['publicationId']) }));

export const collectRecords = crudService(collectRecord, {
  table: 'collect',
  log: '收藏记录',
  appendOnly: true,
  removal: 'hard',
  scope: { person: 'userId' },
  order: [['id', 'desc']],
  names: USER,
  filters: { userName: ofUserName, targetTitle: ofWorkTitle('targetId') },
  async show(db, rows) {
    const titles = await titlesOf(db, rows as readonly RecordTarget[]);
    return titles.map((targetTitle) => ({ targetTitle }));
  },
});

export const downloadRecords = crudService(downloadRecord, {
  table: 'download',
  log: '下载记录',
  appendOnly: true,
  removal: 'hard',
  scope: { person: 'userId' },
  order: [['id', 'desc']],
  names: USER,
  filters: { userName: ofUserName, targetTitle: ofWorkTitle('publicationId') },
  async show(db, rows) {
    const titles = await titlesOf(db, worksOf(rows));
    const parts = await downloadParts(db, rows as readonly { editionId: number; mediaId: number | null }[]);
    return rows.map((row, index) => ({
      targetTitle: titles[index] ?? GONE,
      ...(parts[index] ?? { trackTitle: '', size: 0 }),
      network: networkOf(String(row['ip'])),
    }));
  },
});

export const scoreRecords = crudService(scoreRecord, {
  table: 'score',
  log: '评分记录',
  appendOnly: true,
  removal: 'hard',
  scope: { person: 'userId' },
  columns: { scoreTime: 'updateTime' },
  order: [['id', 'desc']],
  names: USER,
  filters: { userName: ofUserName, targetTitle: ofWorkTitle('publicationId') },
  async show(db, rows) {
    const titles = await titlesOf(db, worksOf(rows));
    return titles.map((targetTitle) => ({ targetTitle }));
  },
  async beforeRemove(tx, rows) {
    const works = [...new Set(rows.map((row) => Number(row['publicationId'])))].toSorted((one, other) => one - other);
    // In a fixed order, so that two transactions on the same works do not deadlock.
    for (const id of works) await holdWork(tx, id);
    await tx
      .deleteFrom('score')
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .execute();
    for (const id of works) await recountScore(tx, id);
  },
});

const TOP = 10;

const STATS: Readonly<Record<RecordKind, StatTable>> = {
  browse: { table: 'browse', time: 'createTime', part: 'targetType', target: ['targetType', 'targetId'] },
  collect: { table: 'collect', time: 'createTime', part: 'targetType', target: ['targetType', 'targetId'] },
  download: { table: 'download', time: 'createTime', part: 'result', target: ['publicationId'] },
  score: { table: 'score', time: 'updateTime', part: 'score', target: ['publicationId'] },
};

/** Returns the numbers of the last days, today included. */
export async function recordStatOf(context: AppContext, kind: RecordKind, length: number): Promise<RecordStat> {
  const of = STATS[kind];
  const today = Math.floor((Date.now() + SHANGHAI_MS) / DAY_MS);
  const first = today - length + 1;
  const from = first * DAY_MS - SHANGHAI_MS;
  const [counts, top, people, parts] = await Promise.all([
    countsByDay(context.db, of, from),
    topTargets(context.db, of, from, TOP),
    peopleSince(context.db, of, from),
    countsByPart(context.db, of, from),
  ]);
  const days = Array.from({ length }, (_one, index) => first + index);
  const targets = top.map(
    (row): RecordTarget => ({
      targetType: String(row['targetType'] ?? 'publication'),
      targetId: Number(row['targetId'] ?? row['publicationId']),
    }),
  );
  const titles = await titlesOf(context.db, targets);
  return {
    total: [...counts.values()].reduce((sum, one) => sum + one, 0),
    people,
    days: days.map((day) => new Date(day * DAY_MS).toISOString().slice(5, 10)),
    counts: days.map((day) => counts.get(day) ?? 0),
    parts,
    top: top.map((row, index) => ({ name: titles[index] ?? GONE, count: Number(row.count) })),
  };
}
