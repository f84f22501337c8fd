import { post, postOptions } from '../../contract/system/post.ts';
import { seenBy } from '../crud/crud-row.ts';
import { baseDataBin } from '../crud/recycle-bin.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { failed } from '../http/app-error.ts';
import { serve, type App } from '../http/serve.ts';

const UNIQUE = { postName: '岗位名称已存在', postCode: '岗位编码已存在' };
export const postBin = baseDataBin('post', UNIQUE);

export function postRoutes(app: App): void {
  const posts = serveCrud(app, post, {
    table: 'post',
    log: '岗位管理',
    order: [['postSort', 'asc']],
    unique: UNIQUE,
    removal: 'bin',
    usedBy: [{ table: 'userPost', column: 'postId', error: (row) => failed(`${String(row['postName'])}已分配,不能删除`) }],
    show: async (_db, rows) => rows.map(() => ({ flag: false })),
  });
  serve(app, postOptions, async ({ context, currentUser }) =>
    (await posts.all(context, currentUser, {})).map((row) => seenBy(currentUser, 'system:post:list', row)),
  );
}
