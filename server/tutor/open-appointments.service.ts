import { tutorMachine } from '../../contract/tutor/tutor.machine.ts';
import type { ClosingBlock } from '../identity/closing/closing-block.service.ts';
import { appointmentsOf } from './tutor.queries.ts';

type State = keyof typeof tutorMachine.states;

export const openAppointments: ClosingBlock = {
  label: '辅导预约',
  items: async (db, userId) =>
    (await appointmentsOf(db, userId, tutorMachine.groups.ended)).map(
      ({ topic, status }) => `“${topic}”（${tutorMachine.states[status as State].label}）`,
    ),
};
