import { account } from '../../../contract/wechat/account.ts';
import { AreaChoice } from '../crud/field/area-choice.tsx';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const accounts = resource(account, {
  columns: ['accountName', 'wechatId', 'domainName', 'articleNum', 'certified', 'areaPath', 'status', 'updateTime'],
  search: ['accountName', 'wechatId', 'domainId', 'certified', 'status'],
  form: ['accountName', 'wechatId', 'domainId', 'owner', 'areaId', 'certified', 'status', 'avatar', 'intro', 'remark'],
  empty: '暂无公众号',
  detail: [
    'accountName',
    'wechatId',
    'domainName',
    'owner',
    'areaPath',
    'certified',
    'articleNum',
    'status',
    'avatar',
    'intro',
    'remark',
    'createBy',
    'createTime',
    'updateBy',
    'updateTime',
  ],
  widths: { accountName: 180, domainName: 110, areaPath: 160 },
  control: { areaId: (props) => <AreaChoice {...props} /> },
  lost: () => '移入回收站，30 天内可以恢复；它不再进入新的榜单，已经发布的榜单不变。',
});

/** #124: public accounts. */
export const AccountPage = () => <ResourcePage resource={accounts} />;
