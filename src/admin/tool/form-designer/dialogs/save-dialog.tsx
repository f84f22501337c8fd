import { useState } from 'react';
import { Alert, Button, Form, Input, Modal } from 'antd';
import type { FormProblem } from '../../../../../contract/workflow/form-lint.ts';

export interface SavedNames {
  readonly formName: string;
  readonly remark: string;
}

interface Props {
  readonly initial: SavedNames;
  readonly deployed: boolean;
  readonly warnings: readonly FormProblem[];
  readonly nameOf: (formId: number) => string;
  /** Resolves to the message when saving failed: the dialog stays open. */
  readonly onSave: (names: SavedNames) => Promise<string | null>;
  readonly onDownload: () => void;
  readonly onClose: () => void;
}

/** Warnings listed in the dialog; the others are counted. */
const LISTED = 4;

/** Name and remark of the form. It closes only after the server accepted the form. */
export function SaveDialog({ initial, deployed, warnings, nameOf, onSave, onDownload, onClose }: Props) {
  const [form] = Form.useForm<SavedNames>();
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (values: SavedNames): Promise<void> => {
    setSaving(true);
    setFailure(await onSave({ formName: values.formName.trim(), remark: values.remark?.trim() ?? '' }));
    setSaving(false);
  };
  return (
    <Modal
      open
      width={500}
      title="保存表单"
      okText="确定"
      cancelText="取消"
      confirmLoading={saving}
      onOk={() => form.submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Form form={form} layout="vertical" initialValues={initial} onFinish={(values) => void save(values)}>
        <Form.Item name="formName" label="表单名称" rules={[{ required: true, whitespace: true, message: '表单名称不能为空' }]}>
          <Input maxLength={50} showCount />
        </Form.Item>
        <Form.Item name="remark" label="备注">
          <Input.TextArea maxLength={255} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
        {deployed ? <p className="soft">已部署的流程继续用当时的版本，重新配置后才换</p> : null}
        {warnings.length > 0 ? (
          <Alert
            type="warning"
            showIcon
            title="可以保存，请留意"
            description={
              <ul className="fd-problems">
                {warnings.slice(0, LISTED).map(({ formId, message }) => (
                  <li key={`${formId} ${message}`}>
                    {formId === null ? '' : `${nameOf(formId)}：`}
                    {message}
                  </li>
                ))}
                {warnings.length > LISTED ? <li>另有 {warnings.length - LISTED} 条</li> : null}
              </ul>
            }
          />
        ) : null}
        {failure ? (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={failure}
            description={
              <Button size="small" onClick={onDownload}>
                下载我的版本
              </Button>
            }
          />
        ) : null}
      </Form>
    </Modal>
  );
}
