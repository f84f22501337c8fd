import { stateMachine } from '../state-machine.ts';

const PUBLISH = 'publish:publication:publish';

/** SM68: a new file of a work on sale waits for a second person; readers keep the present one meanwhile. */
export const editionChangeMachine = stateMachine({
  id: 'SM68',
  entity: 'editionChange',
  name: '换文件',
  illegal: 20808,
  initial: 'waiting',
  states: {
    waiting: { label: '待确认', tone: 'waiting' },
    offSale: { label: '下架期间换上', tone: 'idle' },
    confirmed: { label: '已换上', tone: 'success', final: true },
    declined: { label: '未同意', tone: 'error', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
    superseded: { label: '已有更新的文件', tone: 'idle', final: true },
  },
  events: {
    replaceOffSale: { label: '下架期间换文件', from: ['waiting'], to: 'offSale', by: 'program' },
    confirm: { label: '确认换上', from: ['waiting'], to: 'confirmed', permission: PUBLISH, consequence: '确认后读者看到的就是新文件。' },
    decline: {
      label: '不同意',
      from: ['waiting'],
      to: 'declined',
      permission: PUBLISH,
      reason: { min: 2, message: '请写明不同意的理由，至少2个字' },
      consequence: '读者仍看现在的文件；上传人会收到您的理由。',
      danger: true,
    },
    withdraw: { label: '撤回', from: ['waiting'], to: 'withdrawn', by: 'owner', consequence: '读者仍看现在的文件。' },
    supersede: { label: '换成更新的文件', from: ['waiting', 'offSale'], to: 'superseded', by: 'program' },
    relist: { label: '重新上架', from: ['offSale'], to: 'confirmed', by: 'program' },
  },
  groups: { open: ['waiting', 'offSale'] },
});

export type EditionChangeState = keyof typeof editionChangeMachine.states;
export type EditionChangeEvent = keyof typeof editionChangeMachine.events;
export const EDITION_CHANGE_EVENTS = ['confirm', 'decline', 'withdraw'] as const;
