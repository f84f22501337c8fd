import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Descriptions, Drawer, Skeleton } from 'antd';
import { queryOf } from '../../api/query-client.ts';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { FieldValue } from './field-value.tsx';
import type { AnyResource, Tools } from './resource.ts';
import type { AnyRow } from './use-resource.tsx';

const WIDTH = 640;
const LAST = ['createBy', 'createTime', 'updateBy', 'updateTime'];

/** All fields of one row. */
export function ResourceDetail({ resource, row, tools, onClose }: { resource: AnyResource; row: AnyRow; tools: Tools; onClose: () => void }) {
  useRestoreFocus();
  const { crud } = resource;
  const narrow = useNarrow();
  const found = useQuery({ ...queryOf(crud.get, { params: { id: Number(row[crud.key]) } }), staleTime: 0 });
  const whole = found.data as AnyRow | undefined;
  const fields = resource.detail ?? [...new Set([...resource.columns, ...(resource.form ?? []), ...LAST])];
  return (
    <Drawer open size={narrow ? '100%' : WIDTH} title={`${crud.name}详情`} onClose={onClose}>
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
              const wide = meta?.kind === 'long' || meta?.kind === 'html';
              return {
                key: field,
                label: meta?.label,
                span: wide && !narrow ? 2 : 1,
                children: resource.cell?.[field]?.(whole, tools) ?? <FieldValue meta={meta} value={whole[meta?.shownAs ?? field]} />,
              };
            })}
        />
      ) : null}
    </Drawer>
  );
}
