import { erase, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const inboxPersonalTables: readonly PersonalTable[] = [
  erase('message', '消息', ['type', 'title', 'content', 'createTime', 'readAt']),
  // Addresses and keys of browsers: of no use to the person.
  erase('pushSubscription'),
  erase('notifyPreference', '通知设置', ['type', 'inbox', 'mail']),
  erase('todoMark'),
  erase('todoView'),
];
