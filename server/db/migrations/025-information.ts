import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** 资讯, and 丛书专题: ordered sets of publications. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('information', {
    title: 'text',
    category: 'text',
    cover: 'empty',
    summary: 'empty',
    source: 'empty',
    author: 'empty',
    scholarId: 'number?',
    publishIds: '=[]',
    topFlag: '=0',
    publishTime: 'number?',
    expireTime: 'number?',
    content: 'text',
    status: '=draft',
    viewNum: 'zero',
    submitBy: 'number?',
    ...BASE,
  });
  await make.index('informationByTime', 'information', ['status', 'publishTime']);
  await make.index('informationOfScholar', 'information', ['scholarId']);
  await make.create('collection', {
    collectionName: 'text',
    kind: '=series',
    cover: 'empty',
    intro: 'empty',
    publishIds: '=[]',
    orderNum: 'zero',
    status: '=0',
    ...BASE,
  });
}
