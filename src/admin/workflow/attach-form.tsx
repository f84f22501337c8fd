import { useState } from 'react';
import { Modal, Select } from 'antd';
import { addDeployForm } from '../../../contract/workflow/flow-form.ts';
import type { DefinitionRow } from '../../../contract/workflow/flow-definition.ts';
import { call } from '../../api/call.ts';
import { useActs } from '../crud/use-resource.tsx';
import { useFormFields } from './modeller/use-form-fields.ts';

/** Attaches a form to a deployed process: its present content is kept with the deployment. */
export function AttachForm({ row, onClose, onDone }: { row: DefinitionRow; onClose: () => void; onDone: () => Promise<void> }) {
  const { act } = useActs(onDone);
  const [formId, setFormId] = useState(row.formId);
  const { forms, fields } = useFormFields(formId);
  return (
    <Modal
      open
      title={`给「${row.name}」第 ${row.version} 版配置表单`}
      okText="配置"
      cancelText="取消"
      okButtonProps={{ disabled: formId === null }}
      onCancel={onClose}
      onOk={async () => {
        if (formId === null) return;
        if (await act(() => call(addDeployForm, { body: { formId, deployId: Number(row.deploymentId) } }), '已配置')) onClose();
      }}
    >
      <p>这一版流程固定使用表单现在的内容；以后修改表单，不影响已经发布的版本。</p>
      <Select
        aria-label="表单"
        style={{ width: '100%' }}
        placeholder="请选择表单"
        showSearch={{ optionFilterProp: 'label' }}
        value={formId}
        options={forms}
        onChange={setFormId}
      />
      {fields.length > 0 ? (
        <p className="soft">
          共 {fields.length} 项：{fields.map(({ label }) => label).join('、')}
        </p>
      ) : null}
    </Modal>
  );
}
