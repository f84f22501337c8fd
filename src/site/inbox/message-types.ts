import type { MessageType } from '../../../contract/inbox/message.ts';

export const TYPE_NAMES: Readonly<Record<MessageType, string>> = { task: '任务', audit: '审核', pay: '资金', reply: '互动', system: '系统' };
