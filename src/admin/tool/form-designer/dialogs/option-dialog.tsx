import { useState } from 'react';
import { Form, Input, Modal, Select } from 'antd';
import { FORM_LIMITS, type FormOption } from '../../../../../contract/workflow/form-content.ts';
import { isNumericText } from '../raw-value.ts';

/** Adds a node to an option tree. The type of the value follows its text until the user chooses one (S5.8). */
export function OptionDialog({ onSave, onClose }: { onSave: (option: FormOption) => void; onClose: () => void }) {
  const [form] = Form.useForm<{ label: string; value: string }>();
  const [chosen, setChosen] = useState<'string' | 'number' | null>(null);
  const text = Form.useWatch('value', form) ?? '';
  const type = chosen ?? (isNumericText(text) ? 'number' : 'string');
  const save = ({ label, value }: { label: string; value: string }): void => {
    const number = Number.parseFloat(value);
    onSave({ label: label.trim(), value: type === 'number' && Number.isFinite(number) ? number : value });
  };
  return (
    <Modal open width={500} title="添加选项" okText="确定" cancelText="取消" onOk={() => form.submit()} onCancel={onClose}>
      <Form form={form} layout="vertical" requiredMark onFinish={save}>
        <Form.Item name="label" label="选项名" rules={[{ required: true, whitespace: true, message: '请输入选项名' }]}>
          <Input maxLength={FORM_LIMITS.optionLabel} />
        </Form.Item>
        <Form.Item label="选项值" required>
          <span className="fd-pair">
            <Form.Item name="value" noStyle rules={[{ required: true, message: '请输入选项值' }]}>
              <Input maxLength={FORM_LIMITS.optionValue} aria-label="选项值" />
            </Form.Item>
            <Select
              aria-label="选项值的类型"
              value={type}
              options={[
                { value: 'string', label: '字符串' },
                { value: 'number', label: '数字' },
              ]}
              onChange={setChosen}
            />
          </span>
        </Form.Item>
      </Form>
    </Modal>
  );
}
