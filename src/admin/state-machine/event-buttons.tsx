import './state-machine.css';
import { Button } from 'antd';
import MoreOutlined from '@ant-design/icons/MoreOutlined';
import type { StateMachine } from '../../../contract/state-machine.ts';
import { PressMenu } from '../ui/press-menu.tsx';

interface Props<E extends string> {
  readonly machine: StateMachine<string, E>;
  /** Events that the server allows. */
  readonly can: readonly E[];
  /** The main one, shown filled; default: the first that is not dangerous. */
  readonly main?: E;
  readonly onPick: (event: E) => void;
}

const IN_SIGHT = 3;

/** Buttons for the events of a row: the main one filled, dangerous ones in red, more than three in a menu. */
export function EventButtons<E extends string>({ machine, can, main, onPick }: Props<E>) {
  const first = main && can.includes(main) ? main : can.find((event) => !machine.events[event].danger);
  const ordered = [...(first ? [first] : []), ...can.filter((event) => event !== first)];
  const rest = ordered.slice(IN_SIGHT);
  return (
    <span className="event-buttons">
      {ordered.slice(0, IN_SIGHT).map((event) => (
        <Button
          key={event}
          type={event === first ? 'primary' : 'default'}
          danger={machine.events[event].danger ?? false}
          onClick={() => onPick(event)}
        >
          {machine.events[event].label}
        </Button>
      ))}
      {rest.length > 0 ? (
        <PressMenu
          menu={{
            items: rest.map((event) => ({
              key: event,
              label: machine.events[event].label,
              danger: machine.events[event].danger ?? false,
              onClick: () => onPick(event),
            })),
          }}
        >
          <Button icon={<MoreOutlined />} aria-label="更多操作" />
        </PressMenu>
      ) : null}
    </span>
  );
}
