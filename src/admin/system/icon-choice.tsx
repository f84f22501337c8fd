import { useState } from 'react';
import { Button, Input, Popover } from 'antd';
import { MENU_ICONS, menuIcon } from '../ui/menu-icon.ts';

/** Selects the icon of a menu from a preview. */
export function IconChoice({ id, value, onChange }: { id?: string; value: string; onChange: (icon: string) => void }) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const shown = MENU_ICONS.filter((name) => name.includes(typed.trim().toLowerCase()));
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      title={<Input aria-label="查找图标" placeholder="查找图标" allowClear value={typed} onChange={(event) => setTyped(event.target.value)} />}
      content={
        <div style={{ display: 'grid', gridTemplateColumns: 'repeat(6, 40px)', gap: 4, maxHeight: 240, overflow: 'auto' }}>
          {shown.map((name) => (
            <Button
              key={name}
              type={name === value ? 'primary' : 'text'}
              icon={menuIcon(name)}
              aria-label={name}
              title={name}
              onClick={() => (onChange(name), setOpen(false))}
            />
          ))}
        </div>
      }
    >
      <Button {...(id ? { id } : {})} icon={menuIcon(value)}>
        {value || '选择图标'}
      </Button>
    </Popover>
  );
}
