import { memo, useState, type RefObject } from 'react';
import { useDraggable } from '@dnd-kit/core';
import { Input, type InputRef } from 'antd';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { findField } from './form-edit.ts';
import { ComponentIcon } from './component-icon.tsx';
import { useDesigner } from './designer.store.ts';
import { fieldName } from './placement.ts';
import { searchPalette } from './palette-search.ts';

const GROUPS = ['输入型', '选择型', '布局型', '扩展'] as const;

interface Props {
  readonly onAdd: (tagIcon: string) => void;
  readonly search: RefObject<InputRef | null>;
}

/** The components: drag one onto the canvas, or press it to add it at the end. */
export function PalettePane({ onAdd, search }: Props) {
  const { setNodeRef, listeners } = useDraggable({ id: 'palette' });
  return (
    <nav className="fd-palette" aria-label="组件">
      <div ref={setNodeRef} {...listeners} className="fd-palette-scroll">
        <Entries onAdd={onAdd} search={search} />
      </div>
      <Hint />
    </nav>
  );
}

/** Apart from the draggable element, which renders again with every move of the pointer. */
const Entries = memo(function Entries({ onAdd, search }: Props) {
  const [wanted, setWanted] = useState('');
  const found = searchPalette(wanted);
  return (
    <>
      {/* Dragging selects text in an input. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keeps presses away from the draggable pane */}
      <div className="fd-palette-search" onMouseDown={(event) => event.stopPropagation()} onTouchStart={(event) => event.stopPropagation()}>
        <Input
          ref={search}
          size="small"
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          placeholder="找组件"
          aria-label="找组件"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          onPressEnter={() => found[0] && wanted && onAdd(found[0].tagIcon)}
        />
      </div>
      {GROUPS.map((group) => {
        const entries = found.filter((entry) => entry.group === group);
        return entries.length === 0 ? null : (
          <section key={group} aria-label={group}>
            <h2>{group}</h2>
            <div className="fd-entries">
              {entries.map(({ tagIcon, name }) => (
                <button key={tagIcon} type="button" data-entry={tagIcon} onClick={() => onAdd(tagIcon)}>
                  <ComponentIcon name={tagIcon} />
                  {name}
                </button>
              ))}
            </div>
          </section>
        );
      })}
      {found.length === 0 ? <p className="fd-hint">没有叫「{wanted}」的组件</p> : null}
    </>
  );
});

function Hint() {
  const row = useDesigner(({ form, selected }) => {
    const only = selected.length === 1 ? findField(form.fields, selected[0] as number) : undefined;
    return only?.layout === 'rowFormItem' ? fieldName(only) : null;
  });
  return <p className="fd-hint">{row === null ? '拖入画布，或点一下加到末尾' : `拖入画布，或点一下加到「${row}」里`}</p>;
}
