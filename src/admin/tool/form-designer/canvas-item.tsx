import { memo, useState, type CSSProperties } from 'react';
import { type MenuProps } from 'antd';
import { PressMenu } from '../../ui/press-menu.tsx';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import MoreOutlined from '@ant-design/icons/MoreOutlined';
import { isRepeat, type FormField } from '../../../../contract/workflow/form-content.ts';
import { useDesigner, useStore } from './designer.store.ts';
import { FieldPreview } from './field-preview.tsx';
import { fieldName, kindName } from './placement.ts';

export interface ItemActions {
  copy(id: number): void;
  remove(id: number): void;
  /** Moves an item among its siblings. */
  shift(id: number, by: -1 | 1): void;
  moveTo(id: number): void;
  leaveRow(id: number): void;
}

interface Props {
  readonly field: FormField;
  readonly level: number;
  readonly at: number;
  readonly count: number;
  readonly actions: ItemActions;
}

/** One component on the canvas. Its selection is read by itself, so that selecting renders two items only. */
export const CanvasItem = memo(function CanvasItem({ field, level, at, count, actions }: Props) {
  const { formId } = field;
  const selected = useDesigner((state) => state.selected.includes(formId));
  const alone = useDesigner((state) => state.selected.length === 1 && state.selected[0] === formId);
  const reachable = useDesigner(
    (state) => state.selected.at(-1) === formId || (state.selected.length === 0 && state.form.fields[0]?.formId === formId),
  );
  const row = field.layout === 'rowFormItem';
  const style: CSSProperties = { flexBasis: `${(field.span / 24) * 100}%`, maxWidth: `${(field.span / 24) * 100}%` };
  const name = `${kindName(field)} ${field.label}${field.required ? '，必填' : ''}，第${at + 1}项，共${count}项`;
  return (
    <div
      className={`fd-item${row ? ' row' : ''}${isRepeat(field) ? ' repeat' : ''}${selected ? ' selected' : ''}`}
      style={style}
      role="treeitem"
      aria-label={name}
      aria-level={level}
      aria-selected={selected}
      {...(row ? { 'aria-expanded': true } : {})}
      tabIndex={reachable ? 0 : -1}
      data-item={formId}
    >
      {selected ? <Flag field={field} actions={actions} tools={alone} /> : null}
      {row ? <RowBody field={field} level={level} actions={actions} /> : <Body field={field} />}
    </div>
  );
});

/** Drawn again only when the field or the layout of the form changes, not when the item is selected. */
const Body = memo(function FieldBody({ field }: { field: FormField }) {
  const { labelPosition, labelWidth } = useDesigner((state) => state.form.config);
  const top = labelPosition === 'top';
  const shown = field.showLabel && field.tagIcon !== 'button';
  return (
    <div className={`fd-line ${top ? 'top' : ''}`}>
      {shown ? (
        <Title field={field} style={top ? {} : { width: field.labelWidth ?? labelWidth, textAlign: labelPosition === 'left' ? 'left' : 'right' }} />
      ) : null}
      <div className="fd-control" inert>
        <FieldPreview field={field} />
        {field.shuzhou?.help ? <span className="fd-tip">{field.shuzhou.help}</span> : null}
      </div>
    </div>
  );
});

/** Focuses the input and selects its text when it appears. */
const selectAll = (input: HTMLInputElement | null): void => input?.select();

/** The title; a double click edits it in place. */
function Title({ field, style }: { field: FormField; style: CSSProperties }) {
  const store = useStore();
  const [editing, setEditing] = useState(false);
  if (editing)
    return (
      <input
        className="fd-title-input"
        style={style}
        aria-label="标题"
        maxLength={50}
        defaultValue={field.label}
        ref={selectAll}
        onBlur={(event) => {
          setEditing(false);
          store.edit([field.formId], 'label', event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') event.currentTarget.value = field.label;
          if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
        }}
      />
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- F2 and the property panel do the same
    <span className="fd-title" style={style} onDoubleClick={() => setEditing(true)}>
      {field.required ? <i>*</i> : null}
      {field.label}
      {field.shuzhou?.visibleWhen ? (
        <em title="有显示条件" aria-hidden>
          ◐
        </em>
      ) : null}
    </span>
  );
}

const RowBody = memo(function RowItems({ field, level, actions }: { field: FormField; level: number; actions: ItemActions }) {
  const children = field.children ?? [];
  const gutter = typeof field['gutter'] === 'number' ? field['gutter'] : 0;
  const style: CSSProperties =
    field['type'] === 'flex' ? { justifyContent: String(field['justify']), alignItems: ALIGN[String(field['align'])] ?? 'flex-start' } : {};
  return (
    <>
      <div className="fd-row-head">
        {isRepeat(field) ? `明细表 ${field.label}` : field.label || '行容器'}
        <span>{isRepeat(field) ? '每列一个组件' : field.componentName}</span>
      </div>
      <div
        className="fd-row-body"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of a tree
        role="group"
        style={{ ...style, columnGap: 0, ['--fd-gutter' as string]: `${Math.min(gutter, 40)}px` }}
        data-container={field.formId}
        data-level={level}
      >
        {children.map((child, at) => (
          <CanvasItem key={child.formId} field={child} level={level + 1} at={at} count={children.length} actions={actions} />
        ))}
        {children.length === 0 ? <span className="fd-row-empty">拖到这里</span> : null}
      </div>
      {isRepeat(field) ? <span className="fd-row-add">＋ {field.shuzhou?.addText || '添加一行'}</span> : null}
    </>
  );
});

const ALIGN: Readonly<Record<string, string>> = { top: 'flex-start', middle: 'center', bottom: 'flex-end' };

const MENU: MenuProps['items'] = [
  { key: 'up', label: '上移', extra: 'Alt ↑' },
  { key: 'down', label: '下移', extra: 'Alt ↓' },
  { key: 'out', label: '移出这一行', extra: 'Alt ←' },
  { key: 'to', label: '移到…' },
  { type: 'divider' },
  { key: 'copy', label: '复制', extra: 'Ctrl D' },
  { key: 'remove', label: '删除', danger: true, extra: 'Delete' },
];

function Flag({ field, actions, tools }: { field: FormField; actions: ItemActions; tools: boolean }) {
  const { formId } = field;
  const act: Readonly<Record<string, () => void>> = {
    up: () => actions.shift(formId, -1),
    down: () => actions.shift(formId, 1),
    out: () => actions.leaveRow(formId),
    to: () => actions.moveTo(formId),
    copy: () => actions.copy(formId),
    remove: () => actions.remove(formId),
  };
  return (
    <>
      <span className="fd-flag" aria-hidden>
        {kindName(field)}
      </span>
      {tools ? (
        // The buttons are reached by keyboard through their shortcuts and the menu key, so that the canvas stays one tab stop.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- keeps presses away from the item
        <span
          className="fd-tools"
          onMouseDown={(event) => event.stopPropagation()}
          onTouchStart={(event) => event.stopPropagation()}
          onClick={(event) => event.stopPropagation()}
        >
          <button type="button" tabIndex={-1} aria-label={`复制${fieldName(field)}`} title="复制 (Ctrl D)" onClick={act['copy']}>
            <CopyOutlined aria-hidden />
          </button>
          <button type="button" tabIndex={-1} aria-label={`删除${fieldName(field)}`} title="删除 (Delete)" onClick={act['remove']}>
            <DeleteOutlined aria-hidden />
          </button>
          <PressMenu menu={{ items: MENU ?? [], onClick: ({ key, domEvent }) => (domEvent.stopPropagation(), act[key]?.()) }}>
            <button type="button" tabIndex={-1} aria-label={`${fieldName(field)}的更多操作`} title="更多 (菜单键)" data-item-menu>
              <MoreOutlined aria-hidden />
            </button>
          </PressMenu>
        </span>
      ) : null}
    </>
  );
}
