import { Button } from 'antd';
import UnlockOutlined from '@ant-design/icons/UnlockOutlined';
import { cleanLogininfor, logininfor, unlockLogininfor, verifyLogininfor } from '../../../contract/monitor/logininfor.ts';
import { call } from '../../api/call.ts';
import { resource, type Tools } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { CleanButton } from './clean-button.tsx';
import { VerifyButton } from './verify-button.tsx';

const unlock = (tools: Tools, userName: string): void =>
  void tools.act(() => call(unlockLogininfor, { params: { userName } }), `账号 ${userName} 已解锁，可以重新登录`);

const tries = resource(logininfor, {
  columns: ['userName', 'ipaddr', 'loginLocation', 'browser', 'os', 'status', 'msg', 'loginTime'],
  search: ['userName', 'ipaddr', 'status', 'range'],
  empty: '暂无日志',
  widths: { userName: 124, ipaddr: 124, loginLocation: 90, browser: 100, os: 100, status: 90, msg: 190, loginTime: 130 },
  cell: { ipaddr: (row) => <span className="code">{row.ipaddr}</span>, userName: (row) => <span className="code">{row.userName}</span> },
  toolbar: (tools, chosen) => {
    const [only] = chosen;
    return (
      <>
        {tools.may('monitor:logininfor:unlock') ? (
          <Button icon={<UnlockOutlined />} disabled={chosen.length !== 1} onClick={() => only && unlock(tools, only.userName)}>
            解锁
          </Button>
        ) : null}
        <CleanButton tools={tools} endpoint={cleanLogininfor} permission="monitor:logininfor:remove" name="登录日志" kept />
        <VerifyButton tools={tools} endpoint={verifyLogininfor} permission="monitor:logininfor:query" />
      </>
    );
  },
  rowActions: (row, tools) =>
    row.status === '1'
      ? [
          {
            key: 'unlock',
            label: '解锁',
            permission: 'monitor:logininfor:unlock',
            run: (one) => unlock(tools, one.userName),
          },
        ]
      : [],
});

/** #101: sign-in attempts; locked accounts are unlocked here. */
export const LogininforPage = () => <ResourcePage resource={tries} />;
