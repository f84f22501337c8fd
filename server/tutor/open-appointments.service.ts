import { tutorMachine } from '../../contract/tutor/tutor.machine.ts';
import type { OpenBusiness } from '../identity/open-business.service.ts';
import { appointmentsOf } from './tutor.queries.ts';

type State = keyof typeof tutorMachine.states;

export const openAppointments: OpenBusiness = {
  label: '辅导预约',
  items: async (db, userId) =>
    (await appointmentsOf(db, userId, tutorMachine.groups.ended)).map(
      ({ topic, status }) => `“${topic}”（${tutorMachine.states[status as State].label}）`,
    ),
};
