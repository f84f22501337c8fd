import { useState } from 'react';
import { Form, Input, Modal } from 'antd';
import { splitScholar } from '../../../contract/scholar/merge.ts';
import { call } from '../../api/call.ts';
import type { Tools } from '../crud/resource.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

interface Props {
  readonly scholarId: number;
  readonly name: string;
  readonly worksIds: readonly number[];
  readonly tools: Pick<Tools, 'act'>;
  readonly onClose: () => void;
  readonly done: () => void;
}

/** Moves works to a new scholar, when two people of one name are on one page. */
export function SplitDialog({ scholarId, name, worksIds, tools, onClose, done }: Props) {
  useRestoreFocus();
  const [scholarName, setScholarName] = useState(name);
  const [researchField, setResearchField] = useState('');
  const send = async () => {
    const body = { scholarId, worksIds: [...worksIds], scholarName, researchField };
    if (!(await tools.act(() => call(splitScholar, { body }), '已拆分，新学者是草稿，补充资料后可以发布'))) return;
    done();
    onClose();
  };
  return (
    <Modal
      open
      title={`把 ${worksIds.length} 部作品拆给新的学者`}
      okText="拆分"
      cancelText="取消"
      okButtonProps={{ disabled: scholarName.trim() === '' || researchField.trim() === '' }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <p>选中的作品从“{name}”移到一位新学者名下。新学者先存为草稿，补好简介再发布。</p>
      <Form layout="vertical">
        <Form.Item label="新学者姓名" required htmlFor="split-name">
          <Input id="split-name" maxLength={30} value={scholarName} onChange={(event) => setScholarName(event.target.value)} />
        </Form.Item>
        <Form.Item label="研究方向" required htmlFor="split-field">
          <Input id="split-field" maxLength={200} value={researchField} onChange={(event) => setResearchField(event.target.value)} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
