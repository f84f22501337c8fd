import { App, Button } from 'antd';
import FontSizeOutlined from '@ant-design/icons/FontSizeOutlined';
import { SUCCESSES } from '../../api/failure-table.ts';
import { useSnapshot } from 'valtio/react';
import { chooseSize, sidebar, SIZES, type Size } from './sidebar.store.ts';
import { PressMenu } from '../ui/press-menu.tsx';

const NAMES: Readonly<Record<Size, string>> = { default: 'Default', medium: 'Medium', small: 'Small', mini: 'Mini' };

/** Selects the size of controls. */
export function SizeSelect() {
  const { message } = App.useApp();
  const { size } = useSnapshot(sidebar);
  const choose = (next: Size): void => {
    chooseSize(next);
    void message.success(SUCCESSES.resized.words);
  };
  return (
    <PressMenu
      menu={{
        selectable: true,
        selectedKeys: [size],
        items: SIZES.map((one) => ({ key: one, label: NAMES[one], disabled: one === size })),
        onClick: ({ key }) => choose(key as Size),
      }}
    >
      <Button type="text" icon={<FontSizeOutlined />} aria-label="布局大小" title="布局大小" />
    </PressMenu>
  );
}
