import { RECON_OPEN, reconDayMachine } from '../../../contract/commerce/recon/recon-day.machine.ts';
import type { ReconState } from '../../../contract/commerce/recon/recon.ts';
import type { EventOf } from '../../../contract/state-machine.ts';
import { AppError, failed } from '../../http/app-error.ts';
import { transition } from '../../state-machine/transition.ts';
import { openCount, type DayRow } from './recon.queries.ts';

export const transitionReconDay = transition<ReconState, EventOf<typeof reconDayMachine>, DayRow>(reconDayMachine, {
  table: 'reconDay',
  stateOf: (row) => row.status as ReconState,
  subject: ({ day }) => `${day}的对账`,
  on: {
    balance: {
      async guard({ tx, row }) {
        if (row.hash === '') throw failed('这一天还没有账单，请先导入');
        const open = await openCount(tx, row.id);
        if (open > 0) throw new AppError(RECON_OPEN, `还有${open}笔差异未处理，不能平账`);
      },
    },
  },
});
