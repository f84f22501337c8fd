import type { AnyCrud } from '../../../contract/crud.ts';
import type { releaseMachine, ReleaseEvent, ReleaseState } from '../../../contract/release.ts';
import type { RowAction, Tools } from '../crud/resource.ts';
import { machineEvents } from '../state-machine/machine-events.ts';

interface Released {
  readonly state: string;
  readonly version: number;
}

interface Steps<Row extends Released> {
  readonly machine: ReturnType<typeof releaseMachine>;
  readonly row: Row;
  readonly name: string;
  readonly tools: Tools;
  readonly fire: (row: Row, event: ReleaseEvent) => Promise<unknown>;
  /** Opens the dialog that asks for the reason. */
  readonly reject: (row: Row) => void;
}

/** The steps of SM24 as actions of a row. */
export const releaseActions = <Row extends Released>({ machine, row, name, tools, fire, reject }: Steps<Row>): RowAction<AnyCrud>[] =>
  machineEvents<ReleaseState, ReleaseEvent>(machine, row.state as ReleaseState, () => true).map(
    ({ event, label, permission, consequence, danger }) => ({
      key: event,
      label,
      ...(permission ? { permission } : {}),
      ...(danger ? { danger } : {}),
      run: () =>
        event === 'reject'
          ? reject(row)
          : tools.ask(
              { title: `${label}${name}？`, content: consequence, verb: label, danger: danger ?? false },
              () => fire(row, event),
              `已${label}`,
            ),
    }),
  );
