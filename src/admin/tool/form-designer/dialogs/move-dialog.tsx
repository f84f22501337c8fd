import { useState } from 'react';
import { Modal, Select } from 'antd';
import { allFields, isRow, type FormField } from '../../../../../contract/workflow/form-content.ts';
import { childrenOf, findField, type Place } from '../form-edit.ts';
import { fieldName, placementProblem } from '../placement.ts';

interface Props {
  readonly fields: readonly FormField[];
  readonly id: number;
  readonly onMove: (place: Place) => void;
  readonly onClose: () => void;
}

const TOP = 0;

/** Moves a component to a chosen place: an alternative to dragging. */
export function MoveDialog({ fields, id, onMove, onClose }: Props) {
  const field = findField(fields, id);
  const [parent, setParent] = useState<number>(TOP);
  const siblings = childrenOf(fields, parent === TOP ? null : parent).filter((one) => one.formId !== id);
  const [after, setAfter] = useState<number>(TOP);
  if (!field) return null;
  const rows = allFields(fields).filter((one) => isRow(one) && placementProblem(fields, one.formId, [field]) === null);
  const move = (): void => {
    const list = childrenOf(fields, parent === TOP ? null : parent);
    const at = list.findIndex((one) => one.formId === after);
    onMove({ parent: parent === TOP ? null : parent, index: at + 1 });
    onClose();
  };
  return (
    <Modal open width={500} title={`移动「${fieldName(field)}」`} okText="确定" cancelText="取消" onOk={move} onCancel={onClose}>
      <div className="fd-move">
        <label htmlFor="fd-move-parent">放在</label>
        <Select
          id="fd-move-parent"
          value={parent}
          options={[
            { value: TOP, label: '画布' },
            ...rows.map((row) => ({ value: row.formId, label: `${fieldName(row)}（${row.componentName ?? ''}）` })),
          ]}
          onChange={(next: number) => {
            setParent(next);
            setAfter(TOP);
          }}
        />
        <label htmlFor="fd-move-after">位置</label>
        <Select
          id="fd-move-after"
          value={after}
          options={[{ value: TOP, label: '最前面' }, ...siblings.map((one) => ({ value: one.formId, label: `「${fieldName(one)}」之后` }))]}
          onChange={setAfter}
        />
      </div>
    </Modal>
  );
}
