import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Form, Input, Modal, Select, type TableColumnsType } from 'antd';
import type { ContestBoard } from '../../../contract/contest/contest.ts';
import { CONFLICT_NAMES } from '../../../contract/contest/contest-limits.ts';
import { contestJudge } from '../../../contract/contest/contest-judge.ts';
import { addConflict, checkConflicts, conflictList, removeConflict, type ConflictRow } from '../../../contract/contest/contest-round.ts';
import { entryList } from '../../../contract/contest/contest-submit.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { useActs, useCan } from '../crud/use-resource.tsx';
import { TaskList } from '../manuscript/task-list.tsx';
import { errorMessage } from '../ui/error-message.ts';

/** 检查回避: conflicts by person, found by the program or declared; at any time, also before judges are invited to a round. */
export function ConflictPanel({ board }: { board: ContestBoard }) {
  const { contestId } = board;
  const [page, setPage] = useState({ pageNum: 1, pageSize: PAGE_SIZE });
  const [adding, setAdding] = useState(false);
  const [checked, setChecked] = useState('');
  const may = useCan();
  const list = useQuery({ ...queryOf(conflictList, { query: { contestId, ...page } }), placeholderData: (before) => before, staleTime: 0 });
  const { act } = useActs(async () => void (await list.refetch()));
  const allocates = may('contest:round:allocate');
  const check = () =>
    act(async () => {
      const { found, judges, submits } = await call(checkConflicts, { params: { contestId } });
      setChecked(`比对了 ${judges} 位评委与 ${submits} 件作品，找到 ${found} 处`);
    }, '检查完成');
  const columns: TableColumnsType<ConflictRow> = [
    { title: '评委', dataIndex: 'judgeName', rowScope: 'row', width: 110 },
    { title: '原因', dataIndex: 'kind', width: 120, render: (kind: ConflictRow['kind']) => CONFLICT_NAMES[kind] },
    { title: '作品', dataIndex: 'title', width: 220, ellipsis: true },
    { title: '编号', dataIndex: 'submitNo', width: 160 },
    { title: '说明', dataIndex: 'note', width: 180, ellipsis: true },
    {
      title: '操作',
      key: 'actions',
      width: 80,
      render: (_value, row) =>
        row.computed || !allocates ? (
          <span className="soft">系统查出</span>
        ) : (
          <button
            type="button"
            className="row-act"
            onClick={() => void act(() => call(removeConflict, { params: { conflictId: row.conflictId } }), '已删除')}
          >
            删除
          </button>
        ),
    },
  ];
  return (
    <section className="admin-card crud" aria-label="回避关系">
      <h2 className="contest-heading">回避</h2>
      {allocates ? (
        <div className="contest-filters">
          <Button type="primary" onClick={() => void check()}>
            检查回避
          </Button>
          <Button onClick={() => setAdding(true)}>登记回避</Button>
          <span className="soft">{checked || '同一院校、指导老师、本人与队员，按人比对；评委与参赛者申报的也在这里。'}</span>
        </div>
      ) : null}
      <TaskList
        list={list}
        rowKey="conflictId"
        columns={columns}
        width={870}
        empty="没有回避关系"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{row.judgeName}</strong> · {CONFLICT_NAMES[row.kind]}
            <div className="soft">
              《{row.title}》 {row.note}
            </div>
          </>
        )}
      />
      {adding ? <AddDialog contestId={contestId} onClose={() => setAdding(false)} onDone={() => void list.refetch()} /> : null}
    </section>
  );
}

interface Draft {
  readonly userId: number;
  readonly submitId: number;
  readonly note: string;
}

function AddDialog({ contestId, onClose, onDone }: { contestId: number; onClose: () => void; onDone: () => void }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<Draft>();
  const [keyword, setKeyword] = useState('');
  const [busy, setBusy] = useState(false);
  const judges = useQuery(queryOf(contestJudge.list, { query: { contestId: String(contestId), pageNum: 1, pageSize: 200 } }));
  const works = useQuery({
    ...queryOf(entryList, { query: { contestId, pageNum: 1, pageSize: 20, ...(keyword ? { keyword } : {}) } }),
    placeholderData: (before) => before,
  });
  const send = async () => {
    const draft = await form.validateFields();
    setBusy(true);
    try {
      await call(addConflict, { body: { contestId, ...draft } });
      void message.success('已登记');
      onDone();
      onClose();
    } catch (error) {
      void message.error(errorMessage(error));
      setBusy(false);
    }
  };
  return (
    <Modal open title="登记回避" okText="登记" cancelText="取消" confirmLoading={busy} onOk={() => void send()} onCancel={onClose}>
      <Form form={form} layout="vertical">
        <Form.Item name="userId" label="评委" rules={[{ required: true, message: '请选择评委' }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={(judges.data?.rows ?? []).map((one) => ({ value: one.userId, label: one.nickName }))}
          />
        </Form.Item>
        <Form.Item name="submitId" label="作品" rules={[{ required: true, message: '请选择作品' }]}>
          <Select
            showSearch={{ filterOption: false, onSearch: setKeyword }}
            placeholder="输入作品名或编号查找"
            options={(works.data?.rows ?? []).map((one) => ({ value: one.submitId, label: `${one.submitNo} ${one.title}` }))}
          />
        </Form.Item>
        <Form.Item name="note" label="原因" rules={[{ required: true, min: 2, message: '请填写原因，至少2个字' }]}>
          <Input maxLength={200} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
