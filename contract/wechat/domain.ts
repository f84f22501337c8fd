import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { integer, remark, shownNumber, status, text } from '../field.ts';

/** E62. A domain groups public accounts; every account has one. */
export const domain = crud('/cms/wechat/domain', {
  name: '公众号领域',
  permission: 'cms:wechat',
  key: 'domainId',
  title: 'domainName',
  fields: {
    domainName: text('领域名称', 30),
    orderNum: integer('显示顺序', 0, 99_999, 0),
    status: status(),
    remark: remark(),
  },
  shown: { accountNum: shownNumber('公众号数') },
  filter: { domainName: 'like', status: 'equal' },
  sort: ['domainName', 'orderNum', 'createTime'],
  calls: ['list', 'get', 'add', 'edit', 'remove'],
  access: { get: 'cms:wechat:list' },
});

/** A reference to a domain that is in use. */
export const ACTIVE_DOMAIN = { crud: () => domain, only: { status: '0' } } as const;

/** Enabled domains in display order. */
export const queryDomain = endpoint('GET /cms/wechat/queryDomain', {
  summary: '公众号领域（前台）',
  access: 'public',
  data: z.array(z.object({ domainId: z.number(), domainName: z.string() })),
});
