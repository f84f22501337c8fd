import { useLayoutEffect, useRef, useState, type DragEvent } from 'react';
import { Button, Dropdown, Empty } from 'antd';
import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import HolderOutlined from '@ant-design/icons/HolderOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { BLOCK_LIMITS, BLOCK_NAMES, type PageBlockKind } from '../../../contract/content/page-block.ts';
import { newUuid } from '../../api/new-uuid.ts';
import { BLOCK_KINDS, blockLine, newBlock, type DraftBlock } from './block-fields.ts';
import { BlockForm } from './block-form.tsx';
import { moved } from './move.ts';

interface Props {
  readonly blocks: readonly DraftBlock[];
  readonly disabled: boolean;
  readonly onChange: (next: readonly DraftBlock[], field?: string) => void;
}

/** The blocks of a page: add, change, move by buttons or by dragging, duplicate, delete. One block is open at a time. */
export function BlockList({ blocks, disabled, onChange }: Props) {
  const [open, setOpen] = useState<string | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const order = blocks.map(({ id }) => id).join();
  const pressed = useRef<{ button: HTMLElement; order: string } | null>(null);
  // A button that becomes disabled loses the focus.
  useLayoutEffect(() => {
    const { button, order: before } = pressed.current ?? {};
    if (!button || before === order) return;
    pressed.current = null;
    if (document.activeElement === document.body)
      (button.matches(':disabled') ? button.parentElement?.querySelector<HTMLElement>(':enabled') : button)?.focus();
  });
  const full = blocks.length >= BLOCK_LIMITS.blocks;
  const insert = (block: DraftBlock, at: number) => {
    onChange([...blocks.slice(0, at), block, ...blocks.slice(at)]);
    setOpen(block.id);
  };
  const step = (button: HTMLElement, index: number, by: 1 | -1) => {
    pressed.current = { button, order };
    onChange(moved(blocks, index, index + by));
  };
  const drop = (event: DragEvent, at: number) => {
    event.preventDefault();
    if (dragged !== null) onChange(moved(blocks, dragged, at));
    setDragged(null);
    setOver(null);
  };
  const remove = (index: number) => {
    onChange(blocks.filter((_one, at) => at !== index));
    list.current?.focus();
  };
  const kinds = BLOCK_KINDS.map((kind) => ({ key: kind, label: BLOCK_NAMES[kind] }));
  const adding = (at: number) => ({ items: kinds, onClick: ({ key }: { key: string }) => insert(newBlock(key as PageBlockKind), at) });
  return (
    <>
      {blocks.length === 0 ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="这一页还没有内容，先加一块吧" /> : null}
      <ol className="page-block-list" ref={list} tabIndex={-1} aria-label="内容块">
        {blocks.map((block, index) => {
          const name = `${BLOCK_NAMES[block.kind]}${index + 1}`;
          const isOpen = open === block.id;
          return (
            <li key={block.id} className={over === index && dragged !== index ? 'over' : ''}>
              <div
                className="page-block-row"
                onDragOver={(event) => {
                  if (dragged === null) return;
                  event.preventDefault();
                  setOver(index);
                }}
                onDrop={(event) => drop(event, index)}
              >
                <span
                  className="page-block-grip"
                  aria-hidden="true"
                  title="拖动可以改变顺序"
                  draggable={!disabled}
                  onDragStart={(event) => {
                    event.dataTransfer.effectAllowed = 'move';
                    event.dataTransfer.setData('text/plain', block.id);
                    setDragged(index);
                  }}
                  onDragEnd={() => (setDragged(null), setOver(null))}
                >
                  <HolderOutlined />
                </span>
                <button type="button" className="page-block-name" aria-expanded={isOpen} onClick={() => setOpen(isOpen ? null : block.id)}>
                  <b>{BLOCK_NAMES[block.kind]}</b> <span className="soft">{blockLine(block)}</span>
                </button>
                <span className="page-block-tools">
                  <Button
                    size="small"
                    type="text"
                    icon={<ArrowUpOutlined />}
                    aria-label={`上移${name}`}
                    disabled={disabled || index === 0}
                    onClick={(event) => step(event.currentTarget, index, -1)}
                  />
                  <Button
                    size="small"
                    type="text"
                    icon={<ArrowDownOutlined />}
                    aria-label={`下移${name}`}
                    disabled={disabled || index === blocks.length - 1}
                    onClick={(event) => step(event.currentTarget, index, 1)}
                  />
                  <Button
                    size="small"
                    type="text"
                    icon={<CopyOutlined />}
                    aria-label={`复制${name}`}
                    disabled={disabled || full}
                    onClick={() => insert({ ...block, id: newUuid() }, index + 1)}
                  />
                  <Button
                    size="small"
                    type="text"
                    danger
                    icon={<DeleteOutlined />}
                    aria-label={`移除${name}`}
                    disabled={disabled}
                    onClick={() => remove(index)}
                  />
                </span>
              </div>
              {isOpen ? (
                <BlockForm
                  block={block}
                  disabled={disabled}
                  onChange={(next, field) =>
                    onChange(
                      blocks.map((one) => (one.id === block.id ? next : one)),
                      field,
                    )
                  }
                />
              ) : null}
            </li>
          );
        })}
      </ol>
      <Dropdown menu={adding(blocks.length)} trigger={['click']} disabled={disabled || full}>
        <Button block type="dashed" icon={<PlusOutlined />} disabled={disabled || full} title={full ? `最多${BLOCK_LIMITS.blocks}块` : ''}>
          加一块内容
        </Button>
      </Dropdown>
    </>
  );
}
