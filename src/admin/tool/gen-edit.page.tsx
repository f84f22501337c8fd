import { useEffect, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, InputNumber, Select, Skeleton } from 'antd';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { GEN_AREAS, GEN_TEMPLATES, genTable, getGenTable, saveGenTable, type GenColumn } from '../../../contract/tool/gen-table.ts';
import type { DataOf, InputOf } from '../../../contract/endpoint.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { useActs } from '../crud/use-resource.tsx';
import { useSeenVersion } from '../crud/use-seen-version.ts';
import { GenColumns } from './gen-columns.tsx';
import '../crud/crud.css';
import './tool.css';
import { LoadFailed } from '../crud/list-states.tsx';

type Body = InputOf<typeof saveGenTable>['body'];
type Values = Omit<Body, 'tableId' | 'columns'>;

const TEMPLATE_NAMES: Readonly<Record<(typeof GEN_TEMPLATES)[number], string>> = { crud: '单表', tree: '树表', sub: '主子表' };
const valuesOf = (info: DataOf<typeof getGenTable>['info']) => ({
  ...info,
  formColNum: info.formColNum || 1,
  params: { treeCode: info.treeCode || 'id', treeParentCode: info.treeParentCode, treeName: info.treeName, parentMenuId: info.parentMenuId },
});
const must = (label: string) => [{ required: true, message: `${label}不能为空` }];

/** The same page with the table in the query; without a table it leads to the list. */
export function GenEditIndexPage() {
  const [search] = useSearchParams();
  const tableId = Number(search.get('tableId'));
  return <Navigate replace to={tableId > 0 ? `/tool/gen-edit/index/${tableId}` : '/tool/gen'} />;
}

/** Hidden page: the generation settings of one table. */
export function GenEditPage() {
  const tableId = Number(useParams()['tableId']);
  const navigate = useNavigate();
  const client = useQueryClient();
  const found = useQuery({ ...queryOf(getGenTable, { params: { tableId } }), staleTime: 0 });
  const [changed, setChanged] = useState<readonly GenColumn[] | null>(null);
  const [dirty, setDirty] = useState(false);
  const [saving, setSaving] = useState(false);
  const [form] = Form.useForm<Values>();
  const written = dirty || changed !== null;
  const read = found.data?.info;
  const [seen] = useSeenVersion(read?.version, written);
  useEffect(() => {
    if (read && !written) form.setFieldsValue(valuesOf(read) as Partial<Values>);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a version read again must not overwrite what is being written
  }, [read, form]);
  const template = Form.useWatch('tplCategory', form);
  const subName = Form.useWatch('subTableName', form);
  const { act } = useActs(async () => {
    await Promise.all([genTable.list, getGenTable].map((one) => client.invalidateQueries(allOf(one))));
  });
  const sub = found.data?.tables.find((one) => one.tableName === subName);
  const below = useQuery({ ...queryOf(getGenTable, { params: { tableId: sub?.tableId ?? 0 } }), enabled: template === 'sub' && sub !== undefined });
  if (found.isError) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active paragraph={{ rows: 10 }} />;
  const { info, rows, tables } = found.data;
  const columns = changed ?? rows;
  const named = (list: readonly GenColumn[]) => list.map((one) => ({ value: one.columnName, label: `${one.columnName}：${one.columnComment}` }));
  const save = async (values: Values): Promise<void> => {
    setSaving(true);
    const body = { ...values, tableId, version: seen, columns: [...columns] } as Body;
    if (await act(() => call(saveGenTable, { body }), '保存成功')) {
      setChanged(null);
      setDirty(false);
      void navigate('/tool/gen');
    }
    setSaving(false);
  };
  return (
    <section className="admin-card crud" aria-labelledby="gen-edit-title">
      <h1 id="gen-edit-title" className="page-heading">
        「{info.tableComment}」的生成配置 <span className="code">{info.tableName}</span>
      </h1>
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={valuesOf(info)}
        onValuesChange={() => setDirty(true)}
        onFinish={(values) => void save(values)}
        scrollToFirstError
      >
        <div className="crud-search">
          <Form.Item name="tableComment" label="表描述" rules={must('表描述')}>
            <Input maxLength={200} />
          </Form.Item>
          <Form.Item name="functionName" label="功能名" rules={must('功能名')} extra="菜单、按钮和提示里的叫法">
            <Input maxLength={50} />
          </Form.Item>
          <Form.Item name="moduleName" label="领域" rules={must('领域')}>
            <Select options={GEN_AREAS.map((value) => ({ value, label: value }))} />
          </Form.Item>
          <Form.Item name="businessName" label="名词" rules={must('名词')} extra="接口地址和文件的名称，如 paperKind">
            <Input className="code" maxLength={40} />
          </Form.Item>
          <Form.Item name="className" label="类型名" rules={must('类型名')}>
            <Input className="code" maxLength={60} />
          </Form.Item>
          <Form.Item name="functionAuthor" label="作者">
            <Input maxLength={50} />
          </Form.Item>
          <Form.Item name="formColNum" label="表单栏数">
            <InputNumber min={1} max={2} style={{ width: '100%' }} />
          </Form.Item>
          <Form.Item name="tplCategory" label="模板" rules={must('模板')}>
            <Select options={GEN_TEMPLATES.map((value) => ({ value, label: TEMPLATE_NAMES[value] }))} />
          </Form.Item>
          {template === 'tree' ? (
            <>
              <Form.Item name={['params', 'treeCode']} label="树编码字段" rules={must('树编码字段')}>
                <Select options={[{ value: 'id', label: 'id' }]} />
              </Form.Item>
              <Form.Item name={['params', 'treeParentCode']} label="树上级字段" rules={must('树上级字段')}>
                <Select options={named(columns)} />
              </Form.Item>
              <Form.Item name={['params', 'treeName']} label="树名称字段" rules={must('树名称字段')}>
                <Select options={named(columns)} />
              </Form.Item>
            </>
          ) : null}
          {template === 'sub' ? (
            <>
              <Form.Item name="subTableName" label="子表" rules={must('子表')}>
                <Select
                  options={tables
                    .filter((one) => one.tableId !== tableId)
                    .map((one) => ({ value: one.tableName, label: `${one.tableName}：${one.tableComment}` }))}
                  notFoundContent="没有别的表，请先导入子表"
                />
              </Form.Item>
              <Form.Item name="subTableFkName" label="子表外键" rules={must('子表外键')}>
                <Select options={named(below.data?.rows ?? [])} notFoundContent="请先选择子表" />
              </Form.Item>
            </>
          ) : null}
          <Form.Item name="remark" label="备注">
            <Input maxLength={500} />
          </Form.Item>
        </div>
        <GenColumns columns={columns} onChange={setChanged} />
        <div className="admin-toolbar" style={{ justifyContent: 'flex-end' }}>
          <span className="soft grow">{changed ? '字段设置未保存' : ''}</span>
          <Button onClick={() => void navigate('/tool/gen')}>返回</Button>
          <Button type="primary" htmlType="submit" loading={saving}>
            保存
          </Button>
        </div>
      </Form>
    </section>
  );
}
