import { useMemo, useState } from 'react';
import { App, Button, Skeleton, Tag } from 'antd';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { useNavigate } from 'react-router-dom';
import { download } from '../../../contract/system/file.ts';
import { exportFlowForms, flowForm, type FlowForm } from '../../../contract/workflow/flow-form.ts';
import { call } from '../../api/call.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { loadable } from '../../loading/loadable.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { resource } from '../crud/resource.ts';
import { errorMessage } from '../ui/error-message.ts';

/** Loaded with the first preview: the renderers are larger than the page. */
const FormPreviewDrawer = loadable(async () => (await import('./form-preview-drawer.tsx')).FormPreviewDrawer, <Skeleton active />);

const designPath = (formId?: number): string => (formId === undefined ? '/tool/build/index' : `/tool/build/index?formId=${formId}`);

/** A free name for a copy, within the length of a name. */
const copyName = (name: string): string => `${name.slice(0, 46)}-副本`;

/** #139: forms of workflows. They are drawn in the form designer. */
export function FlowFormPage() {
  const navigate = useNavigate();
  const { message } = App.useApp();
  const [shown, setShown] = useState<FlowForm | null>(null);
  const [exporting, setExporting] = useState(false);
  const forms = useMemo(() => {
    const exportSheet = async () => {
      setExporting(true);
      try {
        const { msg } = await call(exportFlowForms, { query: {} });
        await receiveFile(download, { fileName: msg, delete: 'true' });
      } catch (error) {
        void message.error(errorMessage(error));
      } finally {
        setExporting(false);
      }
    };
    return resource(flowForm, {
      columns: ['formName', 'remark', 'deployedTo', 'updateTime'],
      search: ['formName'],
      detail: ['formName', 'remark', 'deployedTo', 'createBy', 'createTime', 'updateBy', 'updateTime'],
      empty: '暂无流程表单',
      cell: {
        deployedTo: ({ deployedTo }) =>
          deployedTo.length === 0 ? <span className="soft">未部署</span> : deployedTo.map((name) => <Tag key={name}>{name}</Tag>),
      },
      rowActions: (row, tools) => [
        { key: 'design', label: '设计', permission: 'flowable:form:edit', run: () => void navigate(designPath(row.formId)) },
        { key: 'show', label: '预览', permission: 'flowable:form:query', run: () => setShown(row) },
        {
          key: 'copy',
          label: '复制',
          permission: 'flowable:form:add',
          run: () =>
            void tools.act(
              () => call(flowForm.add, { body: { formName: copyName(row.formName), formContent: row.formContent, remark: row.remark } }),
              '已复制',
            ),
        },
      ],
      toolbar: (tools) => (
        <>
          {tools.may('flowable:form:add') ? (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate(designPath())}>
              新增
            </Button>
          ) : null}
          {tools.may('flowable:form:export') ? (
            <Button icon={<DownloadOutlined />} loading={exporting} onClick={() => void exportSheet()}>
              导出
            </Button>
          ) : null}
        </>
      ),
      lost: () => '表单会放进回收站，30 天内可以恢复。已部署的表单不能删除。',
      locked: ({ deployedTo }) => (deployedTo.length > 0 ? `已部署到流程「${deployedTo[0]}」，不能删除` : false),
    });
  }, [navigate, message, exporting]);
  return (
    <>
      <ResourcePage resource={forms} />
      {shown ? <FormPreviewDrawer row={shown} onClose={() => setShown(null)} /> : null}
    </>
  );
}
