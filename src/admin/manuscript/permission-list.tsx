import { useState } from 'react';
import { Button, Input, Select } from 'antd';
import { savePermissions, type EditWork, type PermissionItem } from '../../../contract/manuscript/edit-task.ts';
import { authorisationFile } from '../../../contract/manuscript/press-document.ts';
import { call } from '../../api/call.ts';
import { FileButton } from '../ui/file-button.tsx';
import { useEditCall } from './use-edit-call.ts';

const STATES = [
  { value: 'needed', label: '需要授权' },
  { value: 'asked', label: '已去函' },
  { value: 'granted', label: '已授权' },
  { value: 'not_needed', label: '无需授权' },
] as const;
const EMPTY: PermissionItem = { material: '', rightsOwner: '', scope: '', feeFen: 0, fileId: null, status: 'needed' };

/** 授权清单: texts and pictures of others, and whether their use is licensed; 付印 needs all of them. */
export function PermissionList({ work }: { work: EditWork }) {
  const run = useEditCall();
  const [items, setItems] = useState<readonly PermissionItem[]>(work.permissions);
  const change = (index: number, part: Partial<PermissionItem>) => setItems(items.map((item, at) => (at === index ? { ...item, ...part } : item)));
  const changed = JSON.stringify(items) !== JSON.stringify(work.permissions);
  return (
    <section className="manuscript-part" aria-label="授权清单">
      {items.length === 0 ? <p className="soft">没有需要授权的材料。引用他人的文字、图片、译文时在这里登记，付印前须全部取得授权。</p> : null}
      <ul className="part-list">
        {items.map((item, index) => (
          <li key={index}>
            <Input
              aria-label={`第${index + 1}项材料`}
              placeholder="材料，例如 插图3"
              value={item.material}
              maxLength={100}
              disabled={!work.writable}
              style={{ width: 180 }}
              onChange={({ target }) => change(index, { material: target.value })}
            />
            <Input
              aria-label={`第${index + 1}项权利人`}
              placeholder="权利人"
              value={item.rightsOwner}
              maxLength={100}
              disabled={!work.writable}
              style={{ width: 140 }}
              onChange={({ target }) => change(index, { rightsOwner: target.value })}
            />
            <Input
              aria-label={`第${index + 1}项授权范围`}
              placeholder="授权范围"
              value={item.scope}
              maxLength={200}
              disabled={!work.writable}
              style={{ width: 180 }}
              onChange={({ target }) => change(index, { scope: target.value })}
            />
            <Select
              aria-label={`第${index + 1}项状态`}
              value={item.status}
              options={[...STATES]}
              disabled={!work.writable}
              style={{ width: 110 }}
              onChange={(status) => change(index, { status })}
            />
            {changed ? null : (
              <FileButton
                size="small"
                endpoint={authorisationFile}
                params={{ archiveId: work.archiveId, position: index + 1 }}
                label={`授权书${items.length > 1 ? ` ${index + 1}` : ''}`}
              />
            )}
            {work.writable ? (
              <Button size="small" type="link" danger onClick={() => setItems(items.filter((_one, at) => at !== index))}>
                去掉
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {work.writable ? (
        <div style={{ display: 'flex', gap: 8, marginTop: 8 }}>
          <Button onClick={() => setItems([...items, EMPTY])}>增加一项</Button>
          <Button
            type="primary"
            disabled={!changed || items.some(({ material }) => material.trim() === '')}
            onClick={() => void run(() => call(savePermissions, { body: { archiveId: work.archiveId, items: [...items] } }), '已保存')}
          >
            保存清单
          </Button>
        </div>
      ) : null}
    </section>
  );
}
