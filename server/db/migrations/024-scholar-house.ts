import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** 学者馆: other names, works, merges and claims of scholars, and the sort key of a surname's reading. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  // The server fills these columns of older rows at its next start.
  await make.extend('scholar', { surnameReading: 'empty', initial: 'empty', sortKey: 'empty', searchText: 'empty', mergedInto: 'number?' });
  await make.index('scholarByName', 'scholar', ['initial', 'sortKey']);
  await make.create('scholarAlias', {
    scholarId: 'number',
    name: 'text',
    kind: 'text',
    yearFrom: 'empty',
    yearTo: 'empty',
    orderNum: 'zero',
    mergeId: 'number?',
  });
  await make.index('namesOfScholar', 'scholarAlias', ['scholarId']);
  await make.create('scholarWorks', {
    scholarId: 'number',
    publishId: 'number?',
    title: 'empty',
    workKind: '=book',
    role: '=author',
    source: 'empty',
    publishYear: 'empty',
    url: 'empty',
    note: 'empty',
    hidden: '=0',
    orderNum: 'zero',
    ...BASE,
  });
  await make.index('worksOfScholar', 'scholarWorks', ['scholarId', 'orderNum']);
  await make.index('scholarsOfWork', 'scholarWorks', ['publishId']);
  await make.uniqueLive('scholar_works_once', 'scholarWorks', 'scholar_id, publish_id', 'publish_id is not null');
  await make.create('scholarMerge', {
    keptId: 'number',
    mergedId: 'number',
    userId: 'number?',
    createBy: 'text',
    createTime: 'number',
    undoUntil: 'number',
    undoneBy: 'empty',
    undoneTime: 'number?',
  });
  await make.index('mergesOfScholar', 'scholarMerge', ['mergedId']);
  await make.link('scholarMergeMove', { mergeId: 'number', entity: 'text', rowId: 'number' }, ['mergeId', 'entity', 'rowId']);
  await make.extend('applyForLog', { scholarId: 'number?', firstAuditBy: 'number?' });
}
