import { domain } from '../../contract/wechat/domain.ts';
import { crudService } from '../crud/crud-service.ts';
import type { AppContext } from '../context.ts';
import { failed } from '../http/app-error.ts';
import { accountsByDomain, enabledDomains } from './account.queries.ts';

export const domains = crudService(domain, {
  table: 'wechatDomain',
  log: '公众号领域',
  order: [
    ['orderNum', 'asc'],
    ['id', 'asc'],
  ],
  unique: { domainName: '领域名称已存在' },
  removal: 'hard',
  usedBy: [
    {
      table: 'wechatAccount',
      column: 'domainId',
      error: (row) => failed(`领域「${String(row['domainName'])}」下还有公众号（含回收站里的），请先把它们改到别的领域`),
    },
  ],
  show: async (db, rows) => {
    const counted = await accountsByDomain(
      db,
      rows.map((row) => row.id),
    );
    return rows.map((row) => ({ accountNum: counted.get(row.id) ?? 0 }));
  },
});

export const publicDomains = (context: AppContext) => enabledDomains(context.db);
