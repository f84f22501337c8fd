import { domain } from '../../../contract/wechat/domain.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const domains = resource(domain, {
  columns: ['domainName', 'accountNum', 'orderNum', 'status', 'updateTime'],
  search: ['domainName', 'status'],
  form: ['domainName', 'orderNum', 'status', 'remark'],
  empty: '暂无领域',
  widths: { domainName: 220 },
  formColumns: 1,
  lost: () => '有公众号的领域不能删除。删除后不能恢复。',
});

/** #123: domains of public accounts. */
export const DomainPage = () => <ResourcePage resource={domains} />;
