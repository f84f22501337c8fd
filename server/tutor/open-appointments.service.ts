import { tutorMachine } from '../../contract/tutor/tutor.machine.ts';
import type { ClosingBlock } from '../identity/closing-block.service.ts';
import { appointmentsOf } from './tutor.queries.ts';

type State = keyof typeof tutorMachine.states;
/** A rating may be missing: it is no duty. */
const ENDED: readonly State[] = ['done', 'rated', 'declined', 'cancelled'];

export const openAppointments: ClosingBlock = {
  label: '辅导预约',
  items: async (db, userId) =>
    (await appointmentsOf(db, userId, ENDED)).map(({ topic, status }) => `“${topic}”（${tutorMachine.states[status as State].label}）`),
};
