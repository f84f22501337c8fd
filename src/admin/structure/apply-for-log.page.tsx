import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Descriptions, Empty, Pagination, Skeleton } from 'antd';
import {
  auditApplication,
  listApplications,
  type ApplyForLog,
  type ApplyStatus,
  type AUDIT_EVENTS,
} from '../../../contract/structure/apply-for-log.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import '../crud/crud.css';
import { DictTag, useDict } from '../crud/field/dict-tag.tsx';
import { useOpenRow } from '../crud/use-open-row.ts';
import { useActs, useCan } from '../crud/use-resource.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { eventsFrom } from '../../../contract/state-machine.ts';
import { applyMachine } from '../../../contract/structure/apply-for-log.machine.ts';
import { DecisionForm } from '../state-machine/decision-form.tsx';
import { machineEvents } from '../state-machine/machine-events.ts';
import { useNarrow } from '../ui/use-device.ts';
import { FilterChoice, FilterText } from '../crud/list-filters.tsx';
import { LoadFailed } from '../crud/list-states.tsx';

type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** #70: applications for user modes; waiting ones first, the oldest on top. */
export function ApplyForLogPage() {
  const [status, setStatus] = useState('');
  const [realName, setRealName] = useState('');
  const [pageNum, setPageNum] = useState(1);
  const [opened, setOpened] = useState<ApplyForLog | null>(null);
  const may = useCan();
  const statuses = useDict('structure_apply_status');
  const list = useQuery({
    ...queryOf(listApplications, { query: { status: status as ApplyStatus, realName, pageNum, pageSize: PAGE_SIZE } }),
    placeholderData: (before) => before,
  });
  const asked = useOpenRow();
  const { rows = [], total = 0 } = list.data ?? {};
  return (
    <section className="admin-card crud" aria-label="申请记录">
      <HiddenTitle />
      <search className="crud-search">
        <FilterChoice
          label="状态"
          value={status || undefined}
          options={statuses.map(({ value, label }) => ({ value, label }))}
          onChange={(value) => (setStatus(value ?? ''), setPageNum(1))}
        />
        {may('structure:applyForLog:audit') ? (
          <FilterText label="姓名" value={realName} onSearch={(value) => (setRealName(value), setPageNum(1))} />
        ) : null}
      </search>
      {list.isError ? (
        <LoadFailed query={list} />
      ) : list.isPending ? (
        <Skeleton active style={{ padding: 16 }} />
      ) : rows.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={status || realName ? '没有符合条件的申请' : '暂无申请'} style={{ padding: 32 }} />
      ) : (
        <ul className="admin-cards" style={{ paddingTop: 12 }}>
          {rows.map((row) => (
            <li key={row.applyId}>
              <div style={{ flex: 1, minWidth: 0 }}>
                <strong>{row.realName}</strong> 申请「{row.modeName}」{row.scholarName ? `，认领“${row.scholarName}”的主页` : ''}{' '}
                <DictTag type="structure_apply_status" value={row.status} />
                <div className="soft">
                  <span className="code">{row.applyNo}</span> · {row.userName} · {row.createTime.slice(0, 16)}
                  {row.unit ? ` · ${row.unit}` : ''}
                </div>
                <div style={{ overflowWrap: 'anywhere' }}>{row.reason}</div>
              </div>
              <Button onClick={() => setOpened(row)}>{eventsFrom(applyMachine, row.status, () => true).length > 0 ? '处理' : '查看'}</Button>
            </li>
          ))}
        </ul>
      )}
      {total > PAGE_SIZE ? (
        <Pagination style={{ padding: 12 }} current={pageNum} pageSize={PAGE_SIZE} total={total} showSizeChanger={false} onChange={setPageNum} />
      ) : null}
      {opened ? <Decision row={opened} onClose={() => setOpened(null)} /> : null}
      {!opened && asked.id !== null ? <AskedDecision key={asked.id} applyId={asked.id} onClose={asked.close} /> : null}
    </section>
  );
}

/** The application of the address, which may be on any page of the list. */
function AskedDecision({ applyId, onClose }: { applyId: number; onClose: () => void }) {
  const found = useQuery({ ...queryOf(listApplications, { query: { applyId } }), staleTime: 0 });
  const [row] = found.data?.rows ?? [];
  if (row) return <Decision row={row} onClose={onClose} />;
  return (
    <Drawer open title="申请" onClose={onClose}>
      {found.isError ? <LoadFailed query={found} /> : found.isPending ? <Skeleton active /> : <Empty description="没有这份申请，或不在您的范围内" />}
    </Drawer>
  );
}

/** The claimed page opens beside, so that the reviewer can compare it with the materials. */
const ClaimedPage = ({ row }: { row: ApplyForLog }) => (
  <a href={`/cms/main/scholar/${row.scholarId}`} target="_blank" rel="noopener">
    {row.scholarName}
  </a>
);

function Decision({ row, onClose }: { row: ApplyForLog; onClose: () => void }) {
  const narrow = useNarrow();
  const may = useCan();
  const client = useQueryClient();
  const { act } = useActs(() => client.invalidateQueries(allOf(listApplications)));
  const { message } = App.useApp();
  const show = (fileId: number) => {
    const path = `/structure/applyForLog/material/${row.applyId}/${fileId}`;
    void receiveFile({ method: 'GET', path }).catch((error: unknown) => message.error(errorMessage(error)));
  };
  const decide = async (event: string, opinion: string, label: string): Promise<void> => {
    const params = { event: event as AuditEvent, applyId: row.applyId };
    if (await act(() => call(auditApplication, { params, body: { opinion } }), `已${label}`)) onClose();
  };
  const facts: [string, React.ReactNode][] = [
    ['申请人', `${row.realName}（${row.userName}）`],
    ['申请身份', row.modeName],
    ...(row.scholarId === null ? [] : ([['认领的主页', <ClaimedPage key="claim" row={row} />]] as [string, React.ReactNode][])),
    ['单位', row.unit || '—'],
    ['申请理由', row.reason],
    [
      '材料',
      row.materials.length === 0
        ? '没有上传材料'
        : row.materials.map((one) => (
            <div key={one.fileId}>
              <Button
                type="link"
                size="small"
                disabled={!may('structure:applyForLog:document')}
                title={may('structure:applyForLog:document') ? undefined : '没有查看证件材料的权限'}
                onClick={() => show(one.fileId)}
              >
                {one.name}
              </Button>
            </div>
          )),
    ],
    ['状态', <DictTag key="status" type="structure_apply_status" value={row.status} />],
    ...(row.firstAuditBy ? ([['第一位审核人', row.firstAuditBy]] as [string, React.ReactNode][]) : []),
    ...(row.auditTime
      ? ([
          ['处理意见', row.auditOpinion || '—'],
          ['处理人', `${row.auditBy || '系统'} · ${row.auditTime}`],
        ] as [string, React.ReactNode][])
      : []),
  ];
  return (
    <Drawer open size={narrow ? '100%' : 560} title={`申请 ${row.applyNo}`} onClose={onClose}>
      <Descriptions bordered size="small" column={1} items={facts.map(([label, children]) => ({ key: label, label, children }))} />
      <DecisionForm
        machine={applyMachine}
        state={row.status}
        label="意见"
        hint="驳回、要求补正和取消资格时必填，申请人会看到"
        most={500}
        decide={decide}
      />
      {machineEvents(applyMachine, row.status, may).length > 0 ? null : (
        <Alert style={{ marginTop: 16 }} type="info" showIcon title={row.status === 'supplement' ? '等申请人补正' : '这份申请已处理完毕'} />
      )}
    </Drawer>
  );
}
