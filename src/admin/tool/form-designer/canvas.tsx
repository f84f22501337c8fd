import { memo, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { useDraggable } from '@dnd-kit/core';
import { Button } from 'antd';
import { CanvasItem, type ItemActions } from './canvas-item.tsx';
import { childrenOf, placeOf } from './form-edit.ts';
import { useDesigner, useStore } from './designer.store.ts';

interface Props {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly actions: ItemActions;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onImport: (file: File) => void;
}

/** The form as it is laid out; the whole pane takes what is dropped. */
export function Canvas(props: Props) {
  const { setNodeRef, listeners } = useDraggable({ id: 'canvas' });
  const { scroller } = props;
  return (
    <div
      className="fd-canvas"
      ref={(node) => {
        // oxlint-disable-next-line react/immutability -- a ref of the screen
        scroller.current = node;
        setNodeRef(node);
      }}
      {...listeners}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        props.onImport(file);
      }}
    >
      <Sheet {...props} />
    </div>
  );
}

const Sheet = memo(function Sheet({ actions, onKeyDown }: Props) {
  const store = useStore();
  const fields = useDesigner((state) => state.form.fields);
  const { formBtns, unFocusedComponentBorder, gutter, size } = useDesigner((state) => state.form.config);
  const select = (event: MouseEvent): void => {
    if (!(event.target instanceof Element) || event.target.closest('.fd-title-input')) return;
    const item = event.target.closest<HTMLElement>('[data-item]');
    const id = item ? Number(item.dataset['item']) : null;
    const { selected, form } = store.state;
    if (id === null) return store.select([]);
    if (event.ctrlKey || event.metaKey) return store.select(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
    if (event.shiftKey && selected.length > 0) return store.select(rangeOf(form.fields, selected.at(-1) as number, id));
    store.select([id]);
  };
  return (
    // The keys belong to the items inside; a press beside them selects the form.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      className={`fd-sheet ${size}${unFocusedComponentBorder ? ' bordered' : ''}`}
      onClick={select}
      onKeyDown={onKeyDown}
      data-container="root"
      data-level={0}
    >
      {fields.length === 0 ? (
        <p className="fd-empty">从左侧拖入或点选组件进行表单设计</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a tree of components
        <div
          className="fd-items"
          role="tree"
          aria-label="画布"
          aria-multiselectable
          style={{ ['--fd-gutter' as string]: `${Math.min(gutter, 40)}px` }}
        >
          {fields.map((field, at) => (
            <CanvasItem key={field.formId} field={field} level={1} at={at} count={fields.length} actions={actions} />
          ))}
        </div>
      )}
      {formBtns && fields.length > 0 ? <FormButtons /> : null}
    </div>
  );
});

function FormButtons() {
  const { labelWidth, labelPosition } = useDesigner((state) => state.form.config);
  return (
    <div className="fd-form-buttons" style={{ paddingInlineStart: labelPosition === 'top' ? 8 : labelWidth + 18 }} inert>
      <Button type="primary">提交</Button>
      <Button>重置</Button>
    </div>
  );
}

/** The siblings from one item to another; only the other one when they are not siblings. */
function rangeOf(fields: Parameters<typeof placeOf>[0], from: number, to: number): number[] {
  const [start, end] = [placeOf(fields, from), placeOf(fields, to)];
  if (!start || !end || start.parent !== end.parent) return [to];
  const [low, high] = [Math.min(start.index, end.index), Math.max(start.index, end.index)];
  return childrenOf(fields, start.parent)
    .slice(low, high + 1)
    .map((field) => field.formId);
}
