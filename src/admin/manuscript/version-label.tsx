import { useState } from 'react';
import { Checkbox, Form, Input, Modal } from 'antd';
import { labelVersion, type ManuscriptVersion } from '../../../contract/manuscript/manuscript-version.ts';
import { call } from '../../api/call.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

const LONGEST = 40;

/** Names a version and marks it as important. `onSave` shows the result and closes the dialog. */
export function VersionLabel({
  version,
  onSave,
  onClose,
}: {
  version: ManuscriptVersion;
  onSave: (work: () => Promise<unknown>, done: string) => Promise<void>;
  onClose: () => void;
}) {
  useRestoreFocus();
  const [label, setLabel] = useState(version.label);
  const [pinned, setPinned] = useState(version.pinned === '1');
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    const body = { label: label.trim(), pinned: pinned ? '1' : '0' } as const;
    await onSave(() => call(labelVersion, { params: { versionId: version.versionId }, body }), '版本名称已保存');
    setSaving(false);
  };
  return (
    <Modal
      open
      title={`命名第 ${version.versionNo} 版`}
      okText="保存"
      cancelText="取消"
      confirmLoading={saving}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="版本名称" extra="例如“终审稿”；留空则不显示名称">
          <Input aria-label="版本名称" value={label} maxLength={LONGEST} showCount autoFocus onChange={(event) => setLabel(event.target.value)} />
        </Form.Item>
        <Checkbox checked={pinned} onChange={(event) => setPinned(event.target.checked)}>
          标为重要版本
        </Checkbox>
      </Form>
    </Modal>
  );
}
