import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Descriptions, Empty, Skeleton, type TableColumnsType } from 'antd';
import { ID_TYPE_NAMES } from '../../../contract/system/identity-number.ts';
import { realNameMachine } from '../../../contract/system/real-name.machine.ts';
import { decideRealName, realNameChecks, type REAL_NAME_STAFF_EVENTS, type RealNameRow } from '../../../contract/system/real-name.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useOpenRow } from '../crud/use-open-row.ts';
import { oneOf, usePageList } from '../crud/use-page-list.ts';
import { useActs } from '../crud/use-resource.tsx';
import { TaskList, TaskTabs } from '../manuscript/task-list.tsx';
import { DecisionForm } from '../state-machine/decision-form.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';

type StaffEvent = (typeof REAL_NAME_STAFF_EVENTS)[number];
type Shown = 'pending' | 'verified' | 'rejected' | 'all';
const SHOWN: Readonly<Record<Shown, string>> = { pending: '待核实', verified: '已实名', rejected: '未通过', all: '全部' };
const FILTERS = { shown: oneOf(Object.keys(SHOWN)) };

/** People whose name and identity document are to be compared with a picture of the document. */
export function RealNameChecks() {
  const { id: open, open: show, close } = useOpenRow();
  const { filter, setFilter, page, setPage } = usePageList(FILTERS);
  const { shown = 'pending' } = filter as { shown?: Shown };
  const list = useQuery({
    ...queryOf(realNameChecks, { query: { ...page, status: shown === 'all' ? '' : shown } }),
    placeholderData: (before) => before,
  });
  const act = (row: RealNameRow) => (
    <button type="button" className="row-act" onClick={() => show(row.checkId)}>
      {row.status === 'pending' ? '核实' : '查看'}
    </button>
  );
  const columns: TableColumnsType<RealNameRow> = [
    { title: '姓名', dataIndex: 'realName', width: 120 },
    { title: '账号', dataIndex: 'userName', width: 140, ellipsis: true },
    { title: '证件', dataIndex: 'idType', width: 110, render: (_value, row) => ID_TYPE_NAMES[row.idType] },
    { title: '状态', dataIndex: 'status', width: 100, render: (_value, row) => <StateTag machine={realNameMachine} state={row.status} /> },
    { title: '提交时间', dataIndex: 'createTime', width: 170 },
    { title: '核实人', dataIndex: 'decidedBy', width: 110, render: (name: string) => name || '—' },
    { title: '操作', key: 'actions', width: 80, render: (_value, row) => act(row) },
  ];
  return (
    <>
      <TaskTabs names={SHOWN} tab={shown} onPick={(picked) => setFilter({ shown: picked })} />
      <TaskList
        list={list}
        rowKey="checkId"
        columns={columns}
        width={830}
        empty={shown === 'pending' ? '没有等待核实的实名认证' : '暂无实名认证'}
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{row.realName}</strong> <StateTag machine={realNameMachine} state={row.status} />
            <div className="soft">
              {row.userName} · {ID_TYPE_NAMES[row.idType]} · {row.createTime.slice(0, 16)}
            </div>
            {act(row)}
          </>
        )}
      />
      {open ? <CheckDrawer key={open} checkId={open} onClose={close} /> : null}
    </>
  );
}

function CheckDrawer({ checkId, onClose }: { checkId: number; onClose: () => void }) {
  const narrow = useNarrow();
  const found = useQuery({ ...queryOf(realNameChecks, { query: { checkId } }), staleTime: 0 });
  const [row] = found.data?.rows ?? [];
  return (
    <Drawer open size={narrow ? '100%' : 560} title="核实实名信息" onClose={onClose}>
      {row ? (
        <Check row={row} onClose={onClose} />
      ) : found.isError ? (
        <LoadFailed query={found} />
      ) : found.isPending ? (
        <Skeleton active />
      ) : (
        <Empty description="没有这份实名认证，或不在您的范围内" />
      )}
    </Drawer>
  );
}

function Check({ row, onClose }: { row: RealNameRow; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const { act } = useActs(() => client.invalidateQueries(allOf(realNameChecks)));
  const decide = async (event: string, reason: string, label: string): Promise<void> => {
    const params = { event: event as StaffEvent, checkId: row.checkId };
    if (await act(() => call(decideRealName, { params, body: { reason } }), event === 'confirm' ? '已核实' : `已${label}`)) onClose();
  };
  const show = () =>
    void receiveFile({ method: 'GET', path: `/system/account/realName/document/${row.checkId}` }).catch((error: unknown) =>
      message.error(errorMessage(error)),
    );
  const facts: [string, React.ReactNode][] = [
    ['账号', `${row.nickName}（${row.userName}）`],
    ['姓名', row.realName],
    ['证件', ID_TYPE_NAMES[row.idType]],
    ['证件号码', row.idCardNo || '已删除'],
    [
      '材料',
      row.fileName ? (
        <Button key="file" type="link" size="small" style={{ padding: 0 }} onClick={show}>
          {row.fileName}
        </Button>
      ) : (
        '已删除'
      ),
    ],
    ['状态', <StateTag key="state" machine={realNameMachine} state={row.status} />],
    ...(row.decidedAt
      ? ([['核实', `${row.decidedBy} · ${row.decidedAt}${row.reason ? ` · ${row.reason}` : ''}`]] as [string, React.ReactNode][])
      : []),
  ];
  return (
    <>
      {row.sameDocument.length > 0 ? (
        <Alert
          style={{ marginBottom: 16 }}
          type="warning"
          showIcon
          title={`账号 ${row.sameDocument.join('、')} 已用同一证件认证`}
          description="核实通过后，这些账号按同一个人处理：不能互相审核，也不能看到自己稿件的审读人。"
        />
      ) : null}
      <Descriptions bordered size="small" column={1} items={facts.map(([label, children]) => ({ key: label, label, children }))} />
      <DecisionForm machine={realNameMachine} state={row.status} label="原因" hint="不通过时必填，本人会看到" most={200} decide={decide} />
    </>
  );
}
