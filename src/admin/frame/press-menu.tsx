import { Dropdown, type DropdownProps } from 'antd';

/** A menu that was opened has the keyboard: without it the arrows scroll the page below. */
const TAKES_KEYBOARD = { autoFocus: true } as const;

/** The menu behind a button: it opens by a press, and never by the way a pointer takes across it. */
export const PressMenu = (props: Omit<DropdownProps, 'trigger' | 'autoFocus'>) => <Dropdown {...props} {...TAKES_KEYBOARD} trigger={['click']} />;
