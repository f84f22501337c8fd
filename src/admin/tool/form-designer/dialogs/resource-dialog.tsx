import { useState } from 'react';
import { App, Button, Input, Modal } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';

interface Props {
  readonly resources: readonly string[];
  /** Hosts from which the preview frame may load. */
  readonly hosts: readonly string[];
  readonly onSave: (resources: readonly string[]) => void;
  readonly onClose: () => void;
}

const allowed = (address: string, hosts: readonly string[]): boolean => URL.canParse(address) && hosts.includes(new URL(address).origin);

/** External scripts and styles of the code preview (S5.9). */
export function ResourceDialog({ resources, hosts, onSave, onClose }: Props) {
  const { message } = App.useApp();
  const [rows, setRows] = useState<readonly string[]>(resources.length > 0 ? resources : ['']);
  const save = (): void => {
    const kept = rows.map((row) => row.trim()).filter(Boolean);
    if (new Set(kept).size < kept.length) return void message.error('资源已存在');
    onSave(kept);
    onClose();
  };
  return (
    <Modal open width={500} title="外部资源引用" okText="确定" cancelText="取消" onOk={save} onCancel={onClose}>
      <div className="fd-resources">
        {rows.map((row, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the address is being edited
          <div key={at}>
            <span className="fd-pair">
              <Input
                aria-label={`第${at + 1}个资源`}
                placeholder="请输入 css 或 js 资源路径"
                value={row}
                onChange={(event) => setRows(rows.map((one, index) => (index === at ? event.target.value : one)))}
              />
              <Button
                type="text"
                danger
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`删除第${at + 1}个资源`}
                onClick={() => setRows(rows.filter((_, index) => index !== at))}
              />
            </span>
            {row.trim() !== '' && !allowed(row.trim(), hosts) ? <span className="fd-problem">预览不会加载这个地址</span> : null}
          </div>
        ))}
        <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => setRows([...rows, ''])}>
          添加
        </Button>
      </div>
    </Modal>
  );
}
