import { Alert, Button, Popconfirm } from 'antd';
import type { Modeller } from './create-modeller.ts';

export function KeptList({ kept }: { kept: readonly string[] }) {
  return (
    <>
      <p>下面这些原样保留在文件里，但不能运行；发布前要删除它们。</p>
      <ul>
        {kept.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </>
  );
}

/** What of the file is kept but cannot run, and a button that removes it from the file. */
export function KeptNote({ modeller, onRemoved }: { modeller: Modeller; onRemoved: () => void }) {
  const kept = modeller.kept();
  if (kept.length === 0) return null;
  return (
    <Alert
      type="warning"
      title={`有 ${kept.length} 项未支持的内容`}
      description={<KeptList kept={kept} />}
      action={
        <Popconfirm
          title="从文件里删除这些内容？删除后不能撤销。"
          onConfirm={() => {
            modeller.removeKept();
            onRemoved();
          }}
        >
          <Button size="small">删除</Button>
        </Popconfirm>
      }
    />
  );
}
