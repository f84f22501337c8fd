import { useLayoutEffect, useRef } from 'react';
import { Button } from 'antd';
import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import HolderOutlined from '@ant-design/icons/HolderOutlined';

interface Props {
  readonly title: string;
  readonly index: number;
  readonly last: number;
  readonly edits: boolean;
  readonly move: (index: number, by: 1 | -1) => Promise<void>;
  readonly drop: (from: number, to: number) => Promise<void>;
}

const KIND = 'application/x-works-index';

/** The part of a row that orders it: a handle to drag, and buttons for the keyboard and for touch. */
export function OrderHandle({ title, index, last, edits, move, drop }: Props) {
  const handle = useRef<HTMLSpanElement>(null);
  const pressed = useRef<{ button: HTMLElement; index: number } | null>(null);
  // A moved row loses the focus, and so does a button that becomes disabled.
  useLayoutEffect(() => {
    const { button, index: before } = pressed.current ?? {};
    if (!button || before === index) return;
    pressed.current = null;
    if (document.activeElement !== document.body) return;
    (button.matches(':disabled') ? button.parentElement?.querySelector<HTMLElement>('button:enabled') : button)?.focus();
  });
  // The whole row takes what is dropped on it.
  useLayoutEffect(() => {
    const row = handle.current?.closest('li');
    if (!row || !edits) return;
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes(KIND)) event.preventDefault();
    };
    const dropped = (event: DragEvent) => {
      const from = event.dataTransfer?.getData(KIND);
      if (!from) return;
      event.preventDefault();
      void drop(Number(from), index);
    };
    row.addEventListener('dragover', over);
    row.addEventListener('drop', dropped);
    return () => {
      row.removeEventListener('dragover', over);
      row.removeEventListener('drop', dropped);
    };
  });
  const step = (button: HTMLElement, by: 1 | -1) => {
    pressed.current = { button, index };
    void move(index, by);
  };
  if (!edits) return <span ref={handle} />;
  return (
    <span ref={handle} className="scholar-works-order">
      <span className="scholar-works-grip" draggable aria-hidden="true" onDragStart={(event) => event.dataTransfer.setData(KIND, String(index))}>
        <HolderOutlined />
      </span>
      <Button
        size="small"
        type="text"
        icon={<ArrowUpOutlined />}
        aria-label={`上移${title}`}
        disabled={index === 0}
        onClick={(event) => step(event.currentTarget, -1)}
      />
      <Button
        size="small"
        type="text"
        icon={<ArrowDownOutlined />}
        aria-label={`下移${title}`}
        disabled={index === last}
        onClick={(event) => step(event.currentTarget, 1)}
      />
    </span>
  );
}
