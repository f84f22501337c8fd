import { App, Form, Modal, Radio } from 'antd';
import { useMutation } from '@tanstack/react-query';
import { partsName } from '../../../contract/media/part-name.ts';
import { addWork, workDraft } from '../../../contract/media/work.ts';
import { call } from '../../api/call.ts';
import { useStale } from '../catalog/publication-actions.ts';
import { ruleOf } from '../crud/schema-rules.ts';
import { confirmLeave } from '../ui/confirm-leave.ts';
import { NameInput } from '../ui/name.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

type Draft = typeof workDraft._zod.output;
const { shape } = workDraft;

/** The three fields of a new work; tracks, blurb and price are added later. */
export function WorkCreate({ onClose, onMade }: { onClose: () => void; onMade: (publishId: number) => void }) {
  useRestoreFocus();
  const { message, modal } = App.useApp();
  const [form] = Form.useForm<Draft>();
  const kind = Form.useWatch('kind', form) ?? 'audio';
  const stale = useStale();
  const add = useMutation({
    mutationFn: (draft: Draft) => call(addWork, { body: draft }),
    onSuccess: async ({ publishId }) => {
      await stale();
      onMade(publishId);
    },
    onError: (error) => void message.error(errorMessage(error)),
  });
  return (
    <Modal
      open
      title="新建音像作品"
      okText={`新建并上传${partsName({ kind })}`}
      cancelText="取消"
      confirmLoading={add.isPending}
      onOk={() => form.submit()}
      onCancel={() => confirmLeave(modal, form.isFieldsTouched(), onClose)}
    >
      <Form<Draft> form={form} layout="vertical" initialValues={{ kind: 'audio' }} onFinish={(draft) => add.mutate(draft)}>
        <Form.Item name="kind" label="类型" required rules={[ruleOf(shape.kind)]}>
          <Radio.Group
            options={[
              { value: 'audio', label: '音频' },
              { value: 'video', label: '视频' },
            ]}
          />
        </Form.Item>
        <Form.Item name="title" label="作品名" required rules={[ruleOf(shape.title)]}>
          <NameInput maxLength={120} />
        </Form.Item>
        <Form.Item name="authorsText" label="作者" required rules={[ruleOf(shape.authorsText)]}>
          <NameInput maxLength={200} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
