import { useMemo, useState } from 'react';
import { App, Segmented } from 'antd';
import type { FlowForm } from '../../../contract/workflow/flow-form.ts';
import { FilledForm, FormNotReadable, readDeployedForm } from '../form-renderer/filled-form.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useDevice } from '../ui/use-device.ts';

/** The form in the renderers of the product. Nothing is sent. */
export function FormPreviewDrawer({ row, onClose }: { row: FlowForm; onClose: () => void }) {
  const { message } = App.useApp();
  const form = useMemo(() => readDeployedForm(row.formContent), [row.formContent]);
  const [face, setFace] = useState<'desktop' | 'mobile'>(useDevice() === 'mobile' ? 'mobile' : 'desktop');
  return (
    <Drawer
      open
      size={face === 'mobile' ? 420 : 880}
      title={row.formName}
      onClose={onClose}
      extra={
        <Segmented
          aria-label="预览方式"
          value={face}
          options={[
            { label: '电脑', value: 'desktop' },
            { label: '手机', value: 'mobile' },
          ]}
          onChange={setFace}
        />
      }
    >
      {typeof form === 'string' ? (
        <FormNotReadable message={form} />
      ) : (
        <FilledForm
          key={face}
          form={form}
          face={face}
          reference={{ formId: row.formId }}
          onSubmit={() => void message.success('校验通过，预览不提交内容')}
        />
      )}
    </Drawer>
  );
}
