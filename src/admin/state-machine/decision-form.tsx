import { useId, useState } from 'react';
import { Button, Form, Input, Typography } from 'antd';
import type { StateMachine } from '../../../contract/state-machine.ts';
import { useCan } from '../crud/use-resource.tsx';
import { machineEvents } from './machine-events.ts';

interface Props {
  readonly machine: StateMachine;
  readonly state: string;
  /** Name of the text that comes with a decision. */
  readonly label: string;
  /** When it is needed, and who reads it. */
  readonly hint: string;
  readonly most: number;
  /** The events that the server allows; without it, those of the state and the permissions. */
  readonly can?: readonly string[];
  /** Sends the decision with its text; `label` is the verb. */
  readonly decide: (event: string, text: string, label: string) => Promise<void>;
}

/** One text and a button for each event that the state and the user's permissions allow, with what follows from it; nothing when there is none. */
export function DecisionForm({ machine, state, label, hint, most, can, decide }: Props) {
  const id = useId();
  const may = useCan();
  const [text, setText] = useState('');
  const events = machineEvents(machine, state, may).filter(({ event }) => !can || can.includes(event));
  if (events.length === 0) return null;
  return (
    <Form layout="vertical" style={{ marginTop: 16 }}>
      <Form.Item label={label} htmlFor={id} extra={hint}>
        <Input.TextArea id={id} rows={3} maxLength={most} showCount value={text} onChange={(event) => setText(event.target.value)} />
      </Form.Item>
      <div style={{ display: 'grid', gap: 8 }}>
        {events.map((event, index) => (
          <div key={event.event}>
            <Button
              block
              type={index === 0 && !event.danger ? 'primary' : 'default'}
              danger={event.danger ?? false}
              aria-describedby={event.consequence ? `${id}-${event.event}` : undefined}
              onClick={() => void decide(event.event, text, event.label)}
            >
              {event.label}
            </Button>
            {event.consequence ? (
              <Typography.Text id={`${id}-${event.event}`} type="secondary">
                {event.consequence}
              </Typography.Text>
            ) : null}
          </div>
        ))}
      </div>
    </Form>
  );
}
