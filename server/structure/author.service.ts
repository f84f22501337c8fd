import { author } from '../../contract/structure/author.ts';
import { crudService } from '../crud/crud-service.ts';
import type { RecycleKind } from '../crud/recycle-bin.ts';
import { byPersonOr, livingUser, peopleOf } from '../crud/person-names.ts';
import type { Tx } from '../db/database.ts';
import type { Engine } from '../db/dialects/engine.ts';
import { failed, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { scholarsOfUsers, worksById } from './author.queries.ts';
import { giveRole, takeRole } from './role-grant.service.ts';
import { isOwnPerson } from '../http/person.policy.ts';

const MOST_WORKS = 200;
const idsIn = (json: unknown): number[] => JSON.parse(String(json)) as number[];

export const authors = crudService(author, {
  table: 'author',
  log: '作者管理',
  unique: { userId: '该用户已是作者' },
  removal: 'bin',
  scope: { person: 'userId' },
  filters: { nickName: byPersonOr('penName') },
  show: async (db, rows) => {
    const people = await peopleOf(db, rows);
    const works = new Map((await worksById(db, [...new Set(rows.flatMap((row) => idsIn(row['publishIds'])))])).map((one) => [one.id, one]));
    const scholars = new Map((await scholarsOfUsers(db, [...people.keys()])).map((one) => [one.userId, one]));
    return rows.map((row) => {
      const user = people.get(row['userId'] as number);
      const scholar = scholars.get(row['userId'] as number);
      const books = idsIn(row['publishIds']).flatMap((id) => {
        const work = works.get(id);
        return work ? [{ publishId: id, title: work.title, kind: work.kind, status: work.status }] : [];
      });
      return {
        userName: user?.userName ?? '',
        nickName: user?.nickName ?? '（已删除）',
        penName: row['penName'] || (user?.nickName ?? ''),
        phonenumber: user?.phonenumber ?? '',
        email: user?.email ?? '',
        scholarId: scholar?.id ?? null,
        scholarName: scholar?.scholarName ?? '',
        works: books.length,
        listedWorks: books.filter(({ status }) => status === 'listed').length,
        books,
      };
    });
  },
  check: async (tx, { draft, before, currentUser }) => {
    if (!before && isOwnPerson(draft.userId, currentUser)) throw failed('不能把自己设为作者，请由其他管理员操作');
    if (!(await livingUser(tx, draft.userId))) throw failed('选择的用户不存在或已被删除，请重新选择');
    if (before && before['userId'] !== draft.userId) throw failed('作者的用户不能更换；请新增另一位作者');
    if (draft.publishIds.length > MOST_WORKS) throw failed(`作品最多${MOST_WORKS}部`);
    if ((await worksById(tx, draft.publishIds)).length < draft.publishIds.length) throw failed('有的作品不存在或已被删除，请重新选择');
  },
  afterSave: async (tx, { draft, before, currentUser }) => {
    if (!before && draft.userId !== null) await giveRole(tx, { currentUser, permission: 'author:author:add' }, draft.userId, 'author');
  },
  beforeRemove: async (tx, rows, currentUser) => {
    const giver = { currentUser, permission: 'author:author:remove' };
    for (const row of rows) await takeRole(tx, giver, row['userId'] as number, 'author');
  },
});

/** The role is restored with the row, so that users cannot restore their own. */
async function assertNotOneself(tx: Tx, id: number, currentUser: CurrentUser): Promise<void> {
  const own = await tx.selectFrom('author').select('id').where('id', '=', id).where('userId', '=', currentUser.userId).executeTakeFirst();
  if (own) throw failed('不能恢复自己的作者身份，请由其他管理员操作');
}

/** Restores an author and grants the role again. */
async function restoreAuthor(tx: Tx, _engine: Engine, id: number, currentUser: CurrentUser): Promise<void> {
  const row = await tx.selectFrom('author').select('userId').where('id', '=', id).where('delFlag', '=', '1').executeTakeFirst();
  if (!row) throw missing('作者不在回收站里，请刷新后重试');
  await tx
    .updateTable('author')
    .set((eb) => ({ delFlag: '0', updateTime: Date.now(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await giveRole(tx, { currentUser, permission: 'recycle:user:restore' }, row.userId, 'author');
}

export const authorBin: RecycleKind = { bin: 'user', purge: 'delete', check: assertNotOneself, restore: restoreAuthor };
