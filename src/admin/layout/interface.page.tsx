import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Collapse, Empty, Input, Result, Select, Skeleton } from 'antd';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { request } from '../../api/call.ts';
import { InterfaceTry } from './interface-try.tsx';

interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: unknown }[];
  readonly requestBody?: { content: Record<string, { schema: unknown }> };
  readonly responses: Record<string, { content: Record<string, { schema: unknown }> }>;
}

interface Described {
  readonly info: { title: string; description: string };
  readonly paths: Record<string, Record<string, Operation>>;
}

interface Row extends Operation {
  readonly key: string;
  readonly method: string;
  readonly path: string;
}

/** OpenAPI is not in the response envelope, so it is not a contract endpoint. */
async function askDocs(): Promise<Described> {
  const { data } = await request({ method: 'GET', path: '/v3/api-docs' });
  const answer = data as Described & { msg?: string };
  if (!answer.paths) throw new Error(answer.msg ?? '接口说明没有取到');
  return answer;
}

const Json = ({ title, value }: { title: string; value: unknown }) => (
  <>
    <h3 className="admin-h3">{title}</h3>
    <pre className="code interface-json">{JSON.stringify(value, null, 2)}</pre>
  </>
);

function Detail({ row }: { row: Row }) {
  const body = Object.values(row.requestBody?.content ?? {})[0]?.schema;
  const answer = Object.values(row.responses['200']?.content ?? {})[0]?.schema;
  return (
    <>
      <p className="soft">{row.description ?? '不需要登录'}</p>
      {row.parameters.length > 0 ? (
        <>
          <h3 className="admin-h3">参数</h3>
          <ul>
            {row.parameters.map((one) => (
              <li key={one.in + one.name}>
                <span className="code">{one.name}</span>（{one.in === 'path' ? '路径' : '查询'}
                {one.required ? '，必填' : ''}）<span className="code soft">{JSON.stringify(one.schema)}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {row.method === 'GET' ? <InterfaceTry path={row.path} parameters={row.parameters} /> : null}
      {body ? <Json title="请求体" value={body} /> : null}
      {answer ? <Json title="回答" value={answer} /> : null}
    </>
  );
}

/** All endpoints of the server from the contract: access, input and output. */
export function InterfacePage() {
  const docs = useQuery({ queryKey: ['api-docs'], queryFn: askDocs });
  const [typed, setTyped] = useState('');
  const [group, setGroup] = useState('');
  const rows = useMemo<Row[]>(
    () =>
      Object.entries(docs.data?.paths ?? {}).flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, one]) => ({ ...one, key: `${method} ${path}`, method: method.toUpperCase(), path })),
      ),
    [docs.data],
  );
  const wanted = typed.trim().toLowerCase();
  const groups = [...new Set(rows.flatMap((row) => row.tags))].sort();
  const grouped = group ? rows.filter((row) => row.tags.includes(group)) : rows;
  const shown = grouped.filter((row) => `${row.path} ${row.summary} ${row.description ?? ''}`.toLowerCase().includes(wanted));
  const save = (): void => {
    const address = URL.createObjectURL(new Blob([JSON.stringify(docs.data, null, 2)], { type: 'application/json' }));
    Object.assign(document.createElement('a'), { href: address, download: 'openapi.json' }).click();
    URL.revokeObjectURL(address);
  };
  return (
    <section className="admin-card interface" aria-labelledby="interface-title">
      <h1 id="interface-title" className="admin-h1">
        接口说明
      </h1>
      {docs.data ? <p className="soft">{docs.data.info.description}</p> : null}
      {docs.isPending ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
      {docs.isError ? <Result status="warning" title={docs.error.message} extra={<Button onClick={() => void docs.refetch()}>重试</Button>} /> : null}
      {docs.data ? (
        <>
          <div className="interface-tools">
            <Input.Search
              aria-label="查找接口"
              placeholder="路径、名称或权限"
              allowClear
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Select
              aria-label="分组"
              value={group}
              onChange={setGroup}
              style={{ width: 140 }}
              options={[{ value: '', label: '全部分组' }, ...groups.map((name) => ({ value: name, label: name }))]}
            />
            <Button icon={<DownloadOutlined />} onClick={save}>
              下载 OpenAPI
            </Button>
            <span className="soft">共 {shown.length} 个</span>
          </div>
          {shown.length === 0 ? <Empty description={`没有找到「${typed.trim()}」，换个词试试`} /> : null}
          <Collapse
            size="small"
            destroyOnHidden
            items={shown.map((row) => ({
              key: row.key,
              label: (
                <span className="interface-row">
                  <b className="code">{row.method}</b>
                  <span className="code">{row.path}</span>
                  <span className="soft">{row.summary}</span>
                </span>
              ),
              children: <Detail row={row} />,
            }))}
          />
        </>
      ) : null}
    </section>
  );
}
