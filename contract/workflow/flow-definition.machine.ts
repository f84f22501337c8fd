import { stateMachine } from '../state-machine.ts';

const EDIT = 'flowable:definition:edit';

/** SM47. A deployed version of a process; the values of the states are those of compatible clients. */
export const flowDefinitionMachine = stateMachine({
  id: 'SM47',
  entity: 'flowDefinition',
  name: '流程定义',
  illegal: 24701,
  initial: '1',
  states: {
    '1': { label: '激活', tone: 'success' },
    '2': { label: '挂起', tone: 'waiting' },
  },
  events: {
    suspend: { label: '挂起', from: ['1'], to: '2', permission: EDIT, consequence: '没有办完的流程一并挂起' },
    activate: { label: '激活', from: ['2'], to: '1', permission: EDIT, consequence: '挂起的流程一并恢复' },
  },
});
export type FlowDefinitionState = keyof typeof flowDefinitionMachine.states & string;
export type FlowDefinitionEvent = keyof typeof flowDefinitionMachine.events & string;
