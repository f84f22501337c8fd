import { useRef } from 'react';
import { Dropdown, type DropdownProps, type MenuProps } from 'antd';
import { Link, useNavigate } from 'react-router-dom';

/** A menu that was opened has the keyboard: without it the arrows scroll the page below. */
const TAKES_KEYBOARD = { autoFocus: true } as const;

/**
 * The menu behind a button: it opens by a press, never by the way a pointer takes across it. Escape gives the keyboard back to the button,
 * and so does an entry: the dialog it opens returns the keyboard to where it was, which the entry itself is not for long.
 */
export function PressMenu({ menu, onOpenChange, ...props }: Omit<DropdownProps, 'trigger' | 'autoFocus'>) {
  const place = useRef<HTMLSpanElement>(null);
  const giveBack = () => place.current?.querySelector('button')?.focus();
  const chosen: MenuProps['onClick'] = (info) => {
    // The rest of the Enter that chose would press the button.
    if (info.domEvent.type === 'keydown') info.domEvent.preventDefault();
    giveBack();
    menu?.onClick?.(info);
  };
  return (
    <span ref={place} style={{ display: 'contents' }}>
      <Dropdown
        {...props}
        {...TAKES_KEYBOARD}
        menu={{ ...menu, onClick: chosen }}
        trigger={['click']}
        onOpenChange={(open, info) => {
          if (!open && info.source === 'trigger' && document.activeElement?.closest('[role="menu"]')) giveBack();
          onOpenChange?.(open, info);
        }}
      />
    </span>
  );
}

/** Entries that lead to pages: links to a pointer, and Enter, which the library gives to the entry and not to the link in it, goes there too. */
export function useLeading(): (key: string, to: string, words: string) => NonNullable<MenuProps['items']>[number] {
  const navigate = useNavigate();
  return (key, to, words) => ({
    key,
    label: <Link to={to}>{words}</Link>,
    onClick: ({ domEvent }) => {
      if (domEvent.type === 'keydown') void navigate(to);
    },
  });
}
