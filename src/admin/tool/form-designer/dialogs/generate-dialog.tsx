import { useState } from 'react';
import { Form, Input, Modal, Radio } from 'antd';

export type GenerateKind = 'file' | 'dialog';

interface Props {
  /** Extension of the file; null when the code is only shown or copied, without a file name. */
  readonly extension: 'vue' | 'tsx' | null;
  readonly onSubmit: (kind: GenerateKind, fileName: string) => void;
  readonly onClose: () => void;
}

/** Asks for the kind of code and, for a download, the name of the file (S5.7). */
export function GenerateDialog({ extension, onSubmit, onClose }: Props) {
  const [form] = Form.useForm<{ kind?: GenerateKind; fileName?: string }>();
  const [initial] = useState(() => ({ kind: 'file' as const, fileName: `${Date.now()}.${extension ?? 'vue'}` }));
  const submit = ({ kind, fileName = '' }: { kind?: GenerateKind; fileName?: string }): void => {
    if (!kind) return;
    const name = fileName.trim();
    onSubmit(kind, extension === null || /\.\w{1,5}$/.test(name) ? name : `${name}.${extension}`);
  };
  return (
    <Modal open width={500} title="选择生成类型" okText="确定" cancelText="取消" onOk={() => form.submit()} onCancel={onClose}>
      <Form form={form} layout="vertical" initialValues={initial} onFinish={submit}>
        <Form.Item name="kind" label="生成类型" rules={[{ required: true, message: '生成类型不能为空' }]}>
          <Radio.Group
            optionType="button"
            options={[
              { value: 'file', label: '页面' },
              { value: 'dialog', label: '弹窗' },
            ]}
          />
        </Form.Item>
        {extension === null ? null : (
          <Form.Item name="fileName" label="文件名" rules={[{ required: true, whitespace: true, message: '请输入文件名' }]}>
            <Input maxLength={100} onPressEnter={() => form.submit()} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}
