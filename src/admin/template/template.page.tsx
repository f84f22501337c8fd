import { useMemo, useState } from 'react';
import { Alert, Button, Skeleton, Tag } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { template, templateFile, templatePreview, templateVariables, type Template } from '../../../contract/template/template.ts';
import { TEMPLATE_TYPE_NAMES, TEMPLATE_TYPES, TEMPLATE_USES, type TemplateType } from '../../../contract/template/template-types.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import './template.css';

/** #128: templates of documents by type, with the variables that each may use and a preview with sample data. */
export function TemplatePage() {
  const [previewed, setPreviewed] = useState<Template | null>(null);
  const [explained, setExplained] = useState<TemplateType | null>(null);
  const templates = useMemo(
    () =>
      resource(template, {
        columns: ['templateName', 'templateType', 'isDefault', 'source', 'variables', 'status', 'updateTime'],
        search: ['templateName', 'templateType', 'isDefault', 'status'],
        form: ['templateName', 'templateType', 'docFile', 'isDefault', 'status', 'remark'],
        formColumns: 1,
        empty: '暂无模板',
        detail: [],
        widths: { templateName: 220, templateType: 260, isDefault: 100, source: 90, variables: 240, status: 80 },
        cell: {
          templateType: (row) => (
            <>
              {TEMPLATE_TYPE_NAMES[row.templateType]}
              <div className="soft template-use">{row.isDefault === '1' ? `用在：${TEMPLATE_USES[row.templateType]}` : '不是默认模板，没有使用'}</div>
            </>
          ),
          variables: (row) => (
            <span className="soft" title={row.variables.join('、')}>
              {row.variables.slice(0, 4).join('、')}
              {row.variables.length > 4 ? ` 等${row.variables.length}个` : ''}
            </span>
          ),
        },
        lost: () => '删除后可以在回收站恢复；已生成的文档不受影响。',
        rowActions: (row, tools) => [
          { key: 'preview', label: '预览', permission: 'template:template:query', run: () => setPreviewed(row) },
          {
            key: 'download',
            label: '下载',
            permission: 'template:template:query',
            run: () =>
              void tools.act(
                () => receiveFile({ ...templateFile, path: templateFile.path.replace('{templateId}', String(row.templateId)) }),
                '已下载',
              ),
          },
        ],
        toolbar: () => <Button onClick={() => setExplained('declaration')}>可用变量</Button>,
      }),
    [],
  );
  return (
    <>
      <ResourcePage resource={templates} />
      {previewed ? <Preview one={previewed} onClose={() => setPreviewed(null)} /> : null}
      {explained ? <Variables type={explained} onPick={setExplained} onClose={() => setExplained(null)} /> : null}
    </>
  );
}

function Preview({ one, onClose }: { one: Template; onClose: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const preview = useQuery({ ...queryOf(templatePreview, { params: { templateId: one.templateId } }), staleTime: 0 });
  return (
    <Drawer open size={narrow ? '100%' : 640} title={`预览“${one.templateName}”`} onClose={onClose}>
      <p className="soft">用示例数据填写，只显示文字；版式以下载的文档为准。用在：{TEMPLATE_USES[one.templateType]}。</p>
      {preview.data && preview.data.unknown.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title="有不认识的变量，生成的文档里会标黄"
          description={`${preview.data.unknown.join('、')}。请下载模板，改好后重新上传。`}
        />
      ) : null}
      {preview.isError ? (
        <LoadFailed query={preview} />
      ) : !preview.data ? (
        <Skeleton active title={false} paragraph={{ rows: 10 }} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the drawer scrolls, and nothing in it may take the focus
        <section className="template-preview" aria-label="预览" tabIndex={0}>
          {preview.data.lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines have no identity of their own
            <p key={index}>{line}</p>
          ))}
        </section>
      )}
    </Drawer>
  );
}

function Variables({ type, onPick, onClose }: { type: TemplateType; onPick: (type: TemplateType) => void; onClose: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const known = useQuery(queryOf(templateVariables, { params: { templateType: type } }));
  return (
    <Drawer open size={narrow ? '100%' : 640} title="模板可用的变量" onClose={onClose}>
      <fieldset className="template-types" aria-label="模板类型">
        {TEMPLATE_TYPES.map((one) => (
          <Button key={one} size="small" type={one === type ? 'primary' : 'default'} aria-pressed={one === type} onClick={() => onPick(one)}>
            {TEMPLATE_TYPE_NAMES[one]}
          </Button>
        ))}
      </fieldset>
      <p className="soft">用在：{TEMPLATE_USES[type]}。</p>
      <p className="soft">
        在文档里写花括号和变量名，例如 <code>{'{书名}'}</code>；列表写成 <code>{'{#议题}…{/议题}'}</code>
        ，中间的内容逐项重复；循环里不能再套循环。全角的花括号也认识。
      </p>
      {known.isError ? (
        <LoadFailed query={known} />
      ) : !known.data ? (
        <Skeleton active title={false} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the table scrolls sideways on a phone
        <section className="template-variables" tabIndex={0} aria-label="变量">
          <table>
            <thead>
              <tr>
                <th scope="col">变量</th>
                <th scope="col">示例</th>
              </tr>
            </thead>
            <tbody>
              {known.data.map(({ name, sample, of }) => (
                <tr key={name}>
                  <th scope="row">
                    <code>{of.length > 0 ? `{#${name}}…{/${name}}` : `{${name}}`}</code>
                  </th>
                  <td>
                    {of.length > 0
                      ? of.map((inner) => (
                          <Tag key={inner.name}>
                            {`{${inner.name}}`} {inner.sample}
                          </Tag>
                        ))
                      : sample}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Drawer>
  );
}
