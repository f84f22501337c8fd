import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Descriptions, Skeleton } from 'antd';
import type { AnyCrud } from '../../../contract/crud.ts';
import type { FieldMeta, StoredFile } from '../../../contract/field.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { queryOf } from '../../api/query-client.ts';
import { bytes } from '../../format/bytes.ts';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { FieldValue } from './field/field-value.tsx';
import type { AnyResource, Tools } from './resource.ts';
import { rowActionsOf } from './row-menu.tsx';
import type { AnyRow } from './use-resource.tsx';

const WIDTH = 640;
const WIDE: ReadonlySet<FieldMeta['kind']> = new Set(['long', 'html', 'rows', 'files']);
const LAST = ['createBy', 'createTime', 'updateBy', 'updateTime'];

interface Props {
  readonly resource: AnyResource;
  readonly row: AnyRow;
  readonly tools: Tools;
  readonly onClose: () => void;
  /** With the actions on the row: for a detail that is not opened from the list, which has them. */
  readonly acting?: boolean;
}

/** All fields of one row. */
export function ResourceDetail({ resource, row, tools, onClose, acting = false }: Props) {
  useRestoreFocus();
  const { crud } = resource;
  const narrow = useNarrow();
  const found = useQuery({ ...queryOf(crud.get, { params: { id: Number(row[crud.key]) } }), staleTime: 0 });
  const whole = found.data as AnyRow | undefined;
  const fields = resource.detail ?? [...new Set([...resource.columns, ...(resource.form ?? []), ...LAST])];
  return (
    <Drawer
      open
      size={narrow ? '100%' : WIDTH}
      title={`${crud.name}详情`}
      onClose={onClose}
      footer={acting && whole ? <Actions resource={resource} row={whole} tools={tools} /> : null}
    >
      {found.isError ? (
        <Alert type="error" title={errorMessage(found.error)} action={<Button onClick={() => void found.refetch()}>重试</Button>} />
      ) : null}
      {found.isPending ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
      {whole ? (
        <Descriptions
          bordered
          size="small"
          column={narrow ? 1 : 2}
          items={fields
            .filter((field) => crud.meta[field] && field in whole)
            .map((field) => {
              const meta = crud.meta[field];
              const wide = meta !== undefined && WIDE.has(meta.kind);
              return {
                key: field,
                label: meta?.label,
                span: wide && !narrow ? 2 : 1,
                children:
                  resource.cell?.[field]?.(whole, tools) ??
                  (meta?.files ? (
                    <RowFiles crud={crud} row={whole} field={field} />
                  ) : (
                    <FieldValue meta={meta} value={whole[meta?.shownAs ?? field]} />
                  )),
              };
            })}
        />
      ) : null}
    </Drawer>
  );
}

function Actions({ resource, row, tools }: Pick<Props, 'resource' | 'row' | 'tools'>) {
  const actions = rowActionsOf(resource, row, tools).filter(({ key }) => key !== 'detail' && key !== 'remove');
  return (
    <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
      {actions.map(({ key, label, danger = false, run }) => (
        <Button key={key} danger={danger} onClick={() => run(row)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

/** The files of a row; pressing one downloads it. */
function RowFiles({ crud, row, field }: { crud: AnyCrud; row: AnyRow; field: string }) {
  const { message } = App.useApp();
  const list = row[field] as readonly StoredFile[];
  const fetchFile = ({ fileId }: StoredFile) => {
    const path = crud.file.path.replace('{id}', String(row[crud.key])).replace('{fileId}', String(fileId));
    receiveFile({ method: 'GET', path }).catch((error: unknown) => void message.error(errorMessage(error)));
  };
  return list.length === 0 ? (
    '—'
  ) : (
    <ul className="files-input-list">
      {list.map((file) => (
        <li key={file.fileId}>
          <Button type="link" size="small" onClick={() => fetchFile(file)}>
            {file.name}
          </Button>
          <span className="soft">{bytes(file.size)}</span>
        </li>
      ))}
    </ul>
  );
}
