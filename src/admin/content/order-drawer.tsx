import { useState, type DragEvent } from 'react';
import { Alert, App, Button, Select } from 'antd';
import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import HolderOutlined from '@ant-design/icons/HolderOutlined';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { useDict } from '../crud/field/dict-tag.tsx';
import { moved } from './move.ts';
import './single-page.css';

export interface OrderedItem {
  readonly id: number;
  readonly name: string;
  readonly state: string;
}

interface Props<P extends string> {
  readonly positions: readonly P[];
  /** Dictionary with the names of the positions. */
  readonly dict: string;
  readonly load: (position: P) => Promise<readonly OrderedItem[]>;
  readonly save: (position: P, ids: number[]) => Promise<unknown>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Changes the order of the items of one position, by buttons or by dragging. */
export function OrderDrawer<P extends string>({ positions, dict, load, save, onDone, onClose }: Props<P>) {
  useRestoreFocus();
  const narrow = useNarrow();
  const { message } = App.useApp();
  const names = useDict(dict);
  const [position, setPosition] = useState<P | null>(null);
  const [items, setItems] = useState<readonly OrderedItem[] | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setWrong('');
    try {
      await work();
    } catch (error) {
      setWrong(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const choose = (next: P) => {
    setPosition(next);
    setItems(null);
    void run(async () => setItems(await load(next)));
  };
  const store = () =>
    void run(async () => {
      if (position === null || items === null) return;
      await save(
        position,
        items.map(({ id }) => id),
      );
      void message.success('顺序已保存');
      onDone();
      onClose();
    });
  const drop = (event: DragEvent, at: number) => {
    event.preventDefault();
    if (items && dragged !== null) setItems(moved(items, dragged, at));
    setDragged(null);
  };
  return (
    <Drawer
      open
      size={narrow ? '100%' : 480}
      title="调整顺序"
      onClose={onClose}
      extra={
        <Button type="primary" loading={busy} disabled={!items || items.length < 2} onClick={store}>
          保存顺序
        </Button>
      }
    >
      <Select
        aria-label="位置"
        placeholder="先选位置"
        style={{ width: '100%', marginBottom: 12 }}
        value={position}
        options={positions.map((value) => ({ value, label: names.find((one) => one.value === value)?.label ?? value }))}
        onChange={choose}
      />
      {wrong ? <Alert type="error" showIcon title={wrong} /> : null}
      {items?.length === 0 ? <p className="soft">这个位置还没有内容</p> : null}
      <ol className="page-block-list">
        {items?.map((item, index) => (
          <li key={item.id}>
            <div className="page-block-row" onDragOver={(event) => dragged !== null && event.preventDefault()} onDrop={(event) => drop(event, index)}>
              <span
                className="page-block-grip"
                aria-hidden="true"
                title="拖动可以改变顺序"
                draggable
                onDragStart={(event) => {
                  event.dataTransfer.setData('text/plain', String(item.id));
                  setDragged(index);
                }}
                onDragEnd={() => setDragged(null)}
              >
                <HolderOutlined />
              </span>
              <span className="page-block-name order-name">
                {item.name} <span className="soft">{item.state}</span>
              </span>
              <Button
                size="small"
                type="text"
                icon={<ArrowUpOutlined />}
                aria-label={`上移${item.name}`}
                disabled={index === 0}
                onClick={() => setItems(moved(items, index, index - 1))}
              />
              <Button
                size="small"
                type="text"
                icon={<ArrowDownOutlined />}
                aria-label={`下移${item.name}`}
                disabled={index === items.length - 1}
                onClick={() => setItems(moved(items, index, index + 1))}
              />
            </div>
          </li>
        ))}
      </ol>
    </Drawer>
  );
}
