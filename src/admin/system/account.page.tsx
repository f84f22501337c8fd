import { useSearchParams } from 'react-router-dom';
import { account, unlockAccount } from '../../../contract/system/account.ts';
import { call } from '../../api/call.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { loadable } from '../../loading/loadable.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { Tabs } from '../ui/tabs.tsx';

const accounts = resource(account, {
  columns: ['identifier', 'identityType', 'userName', 'nickName', 'locked', 'failCount', 'lastLoginTime', 'cancelStatus'],
  search: ['identifier', 'userName', 'identityType', 'locked', 'cancelStatus'],
  detail: [
    'identifier',
    'identityType',
    'userName',
    'nickName',
    'verified',
    'failCount',
    'locked',
    'lockedUntil',
    'lastLoginTime',
    'cancelStatus',
    'createTime',
  ],
  empty: '暂无账号',
  widths: { failCount: 100 },
  rowActions: (row, tools) =>
    row.locked === '1'
      ? [
          {
            key: 'unlock',
            label: '解除锁定',
            permission: 'system:account:unlock',
            run: () =>
              tools.ask(
                { title: `解除「${row.userName}」的锁定？`, content: '此人可以马上再试密码。请先确认是本人。', verb: '解除锁定' },
                () => call(unlockAccount, { params: { accountId: row.accountId } }),
                '已解除锁定',
              ),
          },
        ]
      : [],
});

const RealNameChecks = loadable(async () => (await import('./real-name-checks.tsx')).RealNameChecks);
type Tab = 'accounts' | 'realName';

/** #89: sign-in names of users, and locked accounts; and the real-name checks, for those who do them. */
export function AccountPage() {
  const may = useCan();
  const [asked, setAsked] = useSearchParams();
  if (!may('system:account:realName')) return <ResourcePage resource={accounts} />;
  const tab: Tab = asked.get('tab') === 'realName' ? 'realName' : 'accounts';
  return (
    <>
      <Tabs
        activeKey={tab}
        items={[
          { key: 'accounts', label: '账号' },
          { key: 'realName', label: '实名核实' },
        ]}
        onChange={(key) => setAsked(key === 'accounts' ? {} : { tab: key }, { replace: true })}
      />
      {tab === 'realName' ? (
        <section className="admin-card crud" aria-label="实名核实">
          <HiddenTitle />
          <RealNameChecks />
        </section>
      ) : (
        <ResourcePage resource={accounts} />
      )}
    </>
  );
}
