import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Result, Skeleton } from 'antd';
import { previewCode, type GenTable } from '../../../contract/tool/gen-table.ts';
import { queryOf } from '../../api/query-client.ts';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { CodeText } from './code-text.tsx';

/** The files generated from a table, one at a time. */
export function CodePreview({ table, onClose }: { table: GenTable; onClose: () => void }) {
  const { message } = App.useApp();
  const found = useQuery({ ...queryOf(previewCode, { params: { tableId: table.tableId } }), staleTime: 0 });
  const files = Object.entries(found.data ?? {});
  const [chosen, setChosen] = useState('');
  const [path, text] = files.find(([name]) => name === chosen) ?? files[0] ?? ['', ''];
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text).then(
      () => message.success('已复制'),
      () => message.error('浏览器不允许复制，请选中后手动复制'),
    );
  };
  return (
    <Drawer
      open
      size="large"
      onClose={onClose}
      title={`预览「${table.tableName}」`}
      extra={<Button onClick={() => void copy()}>复制这个文件</Button>}
      styles={{ wrapper: { width: 'min(1100px, 100vw)' } }}
    >
      {found.isError ? <Result status="warning" title="不能预览" subTitle={errorMessage(found.error)} /> : null}
      {found.isPending ? <Skeleton active paragraph={{ rows: 12 }} /> : null}
      {files.length > 0 ? (
        <div className="gen-preview">
          <ul className="gen-files" aria-label="生成的文件">
            {files.map(([name]) => (
              <li key={name}>
                <Button type={name === path ? 'primary' : 'text'} ghost={name === path} aria-pressed={name === path} onClick={() => setChosen(name)}>
                  {name}
                </Button>
              </li>
            ))}
          </ul>
          <CodeText key={path} source={text} label={path} />
        </div>
      ) : null}
    </Drawer>
  );
}
