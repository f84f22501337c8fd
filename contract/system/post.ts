import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { remark, shownOther, status, text, integer } from '../field.ts';

export const post = crud('/system/post', {
  name: '岗位',
  permission: 'system:post',
  key: 'postId',
  title: 'postName',
  fields: {
    postCode: text('岗位编码', 64),
    postName: text('岗位名称', 50),
    postSort: integer('显示顺序', 0, 99_999),
    status: status(),
    remark: remark(),
  },
  shown: { flag: shownOther('已分配', z.boolean()) },
  filter: { postCode: 'like', postName: 'like', status: 'equal' },
  calls: ['list', 'get', 'add', 'edit', 'remove', 'export', 'import'],
  sort: ['postId', 'postCode', 'postName', 'postSort', 'createTime'],
});

export const postOptions = endpoint('GET /system/post/optionselect', { summary: '岗位选项', access: 'signed-in', data: z.array(post.list.row) });
