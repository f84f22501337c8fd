import { useRef, useState, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Empty, Input, Modal, Skeleton, Table, type TableColumnsType } from 'antd';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Link, useNavigate } from 'react-router-dom';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import {
  importDefinition,
  listDefinitions,
  readXml,
  removeDefinitions,
  updateDefinitionState,
  type DefinitionRow,
} from '../../../contract/workflow/flow-definition.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import '../crud/crud.css';
import { DictTag } from '../crud/field/dict-tag.tsx';
import { emptyText, LoadFailed } from '../crud/list-states.tsx';
import { CardPaging, listPaging } from '../crud/list-paging.tsx';
import { useActs, useCan } from '../crud/use-resource.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { AttachForm } from './attach-form.tsx';
import { deployedVersion } from './deployed-version.ts';
import { MigrateDrawer } from './migrate-drawer.tsx';
import type { NodeMark } from './modeller/diagram-types.ts';
import { ProcessDiagram } from './process-diagram.tsx';

const SUSPENDED = 2;
const NO_MARKS: readonly NodeMark[] = [];
const designOf = (row: DefinitionRow): string => `/flowable/definition/model/index?flowKey=${row.flowKey}&deployId=${row.deploymentId}`;

type Opened = { readonly what: 'diagram' | 'form' | 'versions' | 'migrate'; readonly row: DefinitionRow };

/** A8: the deployed processes, the newest version of each. */
export function FlowDefinitionPage() {
  const narrow = useNarrow();
  const may = useCan();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { message } = App.useApp();
  const [name, setName] = useState('');
  const [page, setPage] = useState({ pageNum: 1, pageSize: PAGE_SIZE as number });
  const [opened, setOpened] = useState<Opened | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const list = useQuery({ ...queryOf(listDefinitions, { query: { ...page, ...(name ? { name } : {}) } }), placeholderData: (before) => before });
  const refresh = () => client.invalidateQueries(allOf(listDefinitions));
  const acts = useActs(refresh);
  const rows = list.data?.records ?? [];
  const total = list.data?.total ?? 0;
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    try {
      const body = new FormData();
      body.append('file', chosen);
      const { version } = deployedVersion(await call(importDefinition, { body }));
      void message.success(`已导入为第 ${version} 版`);
      await refresh();
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  const actions = (row: DefinitionRow) => <Actions row={row} may={may} acts={acts} onOpen={(what) => setOpened({ what, row })} />;
  const columns: TableColumnsType<DefinitionRow> = [
    {
      title: '流程名称',
      key: 'name',
      rowScope: 'row',
      width: 180,
      render: (_value, row) => (
        <Button type="link" size="small" style={{ padding: 0 }} onClick={() => setOpened({ what: 'diagram', row })}>
          {row.name}
        </Button>
      ),
    },
    { title: '流程标识', dataIndex: 'flowKey', width: 130, ellipsis: true, render: (key: string) => <span className="code">{key}</span> },
    { title: '分类', dataIndex: 'category', width: 80, render: (value: string) => <Category value={value} /> },
    { title: '表单', dataIndex: 'formName', width: 130, ellipsis: true, render: (form: string) => form || <span className="soft">没有</span> },
    { title: '版本', dataIndex: 'version', width: 80, render: (version: number) => `第 ${version} 版` },
    { title: '状态', dataIndex: 'suspensionState', width: 90, render: (state: number) => <State state={state} /> },
    { title: '发布时间', dataIndex: 'deploymentTime', width: 160 },
    { title: '操作', key: 'actions', width: 350, render: (_value, row) => actions(row) },
  ];
  const design = may('flowable:definition:add');
  return (
    <section className="admin-card crud" aria-label="流程定义">
      <HiddenTitle />
      <div className="admin-toolbar">
        {design ? (
          <>
            <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate('/flowable/definition/model/index')}>
              新建流程
            </Button>
            <Button onClick={() => file.current?.click()}>导入</Button>
          </>
        ) : null}
        <span className="grow" />
        <Input.Search
          aria-label="流程名称"
          placeholder="按名称找"
          allowClear
          style={{ width: 220 }}
          onSearch={(value) => (setName(value.trim()), setPage({ ...page, pageNum: 1 }))}
        />
        <Button icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void list.refetch()} />
        <input
          ref={file}
          type="file"
          hidden
          accept=".bpmn,.xml"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = '';
            void read(chosen);
          }}
        />
      </div>
      {list.isError ? (
        <LoadFailed query={list} />
      ) : narrow ? (
        <>
          {list.isPending ? <Skeleton active style={{ padding: 12 }} /> : null}
          {rows.length === 0 && !list.isPending ? <Empty description="暂无流程" /> : null}
          <ul className="admin-cards">
            {rows.map((row) => (
              <li key={row.id}>
                <div style={{ flex: 1, minWidth: 0 }}>
                  <strong>{row.name}</strong> <State state={row.suspensionState} />
                  <p className="soft">
                    第 {row.version} 版，{row.deploymentTime}
                    {row.formName ? `，表单：${row.formName}` : ''}
                  </p>
                  <div>{actions(row)}</div>
                </div>
              </li>
            ))}
          </ul>
          <CardPaging page={page} total={total} setPage={setPage} />
        </>
      ) : (
        <Table<DefinitionRow>
          rowKey="id"
          size="medium"
          columns={columns}
          dataSource={rows}
          loading={list.isPending}
          scroll={{ x: columns.reduce((sum, column) => sum + Number(column.width), 0) }}
          pagination={{ ...listPaging(page, total, narrow, setPage), onChange: (pageNum, pageSize) => setPage({ pageNum, pageSize }) }}
          locale={{ emptyText: emptyText(list, '暂无流程，可以新建一个，或导入 .bpmn 文件') }}
          style={{ paddingInline: 16 }}
        />
      )}
      {opened?.what === 'diagram' ? <DiagramDialog row={opened.row} onClose={() => setOpened(null)} /> : null}
      {opened?.what === 'form' ? <AttachForm row={opened.row} onClose={() => setOpened(null)} onDone={refresh} /> : null}
      {opened?.what === 'versions' ? (
        <Versions row={opened.row} may={may} acts={acts} onClose={() => setOpened(null)} onOpen={(what, row) => setOpened({ what, row })} />
      ) : null}
      {opened?.what === 'migrate' ? <MigrateDrawer row={opened.row} onClose={() => setOpened(null)} /> : null}
    </section>
  );
}

const Category = ({ value }: { value: string }): ReactNode =>
  value ? <DictTag type="sys_process_category" value={value} /> : <span className="soft">—</span>;

const State = ({ state }: { state: number }) => (
  <span className={state === SUSPENDED ? 'state-tag tag-warning' : 'state-tag tag-success'}>{state === SUSPENDED ? '挂起' : '激活'}</span>
);

interface ActionProps {
  readonly row: DefinitionRow;
  readonly may: (permission: string) => boolean;
  readonly acts: ReturnType<typeof useActs>;
  readonly onOpen: (what: Opened['what']) => void;
  /** In the list of versions: no design and no further versions. */
  readonly old?: boolean;
}

function Actions({ row, may, acts, onOpen, old = false }: ActionProps) {
  const suspended = row.suspensionState === SUSPENDED;
  const edits = may('flowable:definition:edit');
  const deployId = Number(row.deploymentId);
  return (
    <>
      {old || !may('flowable:definition:add') ? null : (
        <Link to={designOf(row)} className="row-act">
          设计
        </Link>
      )}
      {edits ? (
        <Button type="link" size="small" onClick={() => onOpen('form')}>
          配置表单
        </Button>
      ) : null}
      {old ? null : (
        <Button type="link" size="small" onClick={() => onOpen('versions')}>
          版本
        </Button>
      )}
      {old && edits ? (
        <Button type="link" size="small" onClick={() => onOpen('migrate')}>
          迁移
        </Button>
      ) : null}
      {edits ? (
        <Button
          type="link"
          size="small"
          onClick={() =>
            acts.ask(
              {
                title: suspended ? `激活「${row.name}」？` : `挂起「${row.name}」？`,
                content: suspended ? '它的流程可以继续办理，也可以发起新的。' : '它的流程都暂停办理，也不能发起新的，直到重新激活。',
                verb: suspended ? '激活' : '挂起',
              },
              () => call(updateDefinitionState, { query: { deployId, state: suspended ? '1' : '2' } }),
              suspended ? '已激活' : '已挂起',
            )
          }
        >
          {suspended ? '激活' : '挂起'}
        </Button>
      ) : null}
      {may('flowable:definition:remove') ? (
        <Button
          type="link"
          size="small"
          danger
          onClick={() =>
            acts.ask(
              { title: `删除「${row.name}」第 ${row.version} 版？`, content: '有过流程的版本不能删除。删除后不能恢复。', verb: '删除', danger: true },
              () => call(removeDefinitions, { params: { deployIds: row.deploymentId } }),
              '删除成功',
            )
          }
        >
          删除
        </Button>
      ) : null}
    </>
  );
}

const DIALOG_WIDTH = 980;

function DiagramDialog({ row, onClose }: { row: DefinitionRow; onClose: () => void }) {
  const xml = useQuery(queryOf(readXml, { params: { deployId: Number(row.deploymentId) } }));
  return (
    <Modal open title={`${row.name}，第 ${row.version} 版`} width={DIALOG_WIDTH} footer={null} onCancel={onClose}>
      {xml.isError ? <LoadFailed query={xml} /> : null}
      {xml.isPending ? <Skeleton active /> : null}
      {xml.data ? <ProcessDiagram xml={xml.data} marks={NO_MARKS} title={`${row.name}的流程图`} /> : null}
    </Modal>
  );
}

interface VersionProps extends Omit<ActionProps, 'onOpen' | 'old'> {
  readonly onClose: () => void;
  readonly onOpen: (what: Opened['what'], row: DefinitionRow) => void;
}

const MOST_VERSIONS = 100;

function Versions({ row, may, acts, onClose, onOpen }: VersionProps) {
  const list = useQuery(queryOf(listDefinitions, { query: { flowKey: row.flowKey, pageSize: MOST_VERSIONS } }));
  return (
    <Modal open title={`${row.name}的版本`} width={DIALOG_WIDTH} footer={null} onCancel={onClose}>
      {list.isError ? (
        <LoadFailed query={list} />
      ) : (
        <Table<DefinitionRow>
          rowKey="id"
          size="small"
          loading={list.isPending}
          dataSource={list.data?.records ?? []}
          pagination={false}
          scroll={{ x: 720 }}
          columns={[
            { title: '版本', dataIndex: 'version', width: 80, render: (version: number) => `第 ${version} 版` },
            { title: '发布时间', dataIndex: 'deploymentTime', width: 160 },
            { title: '表单', dataIndex: 'formName', render: (form: string) => form || <span className="soft">没有</span> },
            { title: '状态', dataIndex: 'suspensionState', width: 80, render: (state: number) => <State state={state} /> },
            {
              title: '操作',
              key: 'actions',
              width: 300,
              render: (_value, one) => <Actions row={one} may={may} acts={acts} old onOpen={(what) => onOpen(what, one)} />,
            },
          ]}
        />
      )}
    </Modal>
  );
}
