import { sendMessage } from '../inbox/message.service.ts';
import type { FlowEvent, FlowListener } from './flow-hook.service.ts';
import { activeUsers, everyHandler } from './flow-people.queries.ts';

const LINK = '/task/process';
const MOST = 100;
const DONE: Readonly<Record<string, string>> = {
  create: '已到达',
  assignment: '已指派办理人',
  complete: '已办完',
  delete: '已取消',
  start: '已开始',
  end: '已结束',
  take: '已走过',
};

async function notify({ tx, flowName, title, elementName, event }: FlowEvent, users: readonly number[]): Promise<void> {
  const subject = title === '' ? flowName : `${flowName}：${title}`;
  for (const userId of (await activeUsers(tx, users)).slice(0, MOST))
    await sendMessage(tx, {
      userId,
      type: 'task',
      title: `进展：${flowName}`,
      content: `「${subject}」的「${elementName}」${DONE[event] ?? event}`,
      link: LINK,
    });
}

/** Listeners of the product; definitions and the list 流程监听 name them by their key. */
export const messageListeners: Readonly<Record<string, FlowListener>> = {
  tellStarter: (event) => notify(event, [event.startUserId]),
  tellHandlers: async (event) => notify(event, await everyHandler(event.tx, event.instanceId)),
};
