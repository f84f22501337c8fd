import type { CallError } from '../../api/call.ts';

/** 23405: answers wait for marks, or may come from devices without a network; and a due time that is near or over. */
export const asksToConfirm = ({ code, message }: CallError): boolean => code === 23405 || message.endsWith('确认要发布吗？');
