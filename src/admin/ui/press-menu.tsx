import { useRef } from 'react';
import { Dropdown, type DropdownProps, type MenuProps } from 'antd';
import { Link, useNavigate } from 'react-router-dom';

/** An opened menu must take the focus: without it the arrow keys scroll the page below. */
const TAKES_KEYBOARD = { autoFocus: true } as const;

/**
 * A dropdown menu that opens on click, never on hover. Escape returns the focus to the button, and so does choosing an entry:
 * the opened dialog later returns the focus to the previous element, and the entry itself is removed soon.
 */
export function PressMenu({ menu, onOpenChange, ...props }: Omit<DropdownProps, 'trigger' | 'autoFocus'>) {
  const place = useRef<HTMLSpanElement>(null);
  const giveBack = () => place.current?.querySelector('button')?.focus();
  const chosen: MenuProps['onClick'] = (info) => {
    // Otherwise the same Enter key press would also press the button.
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

/**
 * Menu entries that lead to pages: links for the pointer. The library sends Enter to the entry, not to its link, so Enter navigates
 * separately.
 */
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
