import { useId, type ReactNode } from 'react';
import { Alert, Descriptions, Input, type DescriptionsProps } from 'antd';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

const WIDTH = 560;

interface Props {
  readonly title: string;
  readonly items: NonNullable<DescriptionsProps['items']>;
  /** Error of the last attempt; empty if none. */
  readonly wrong: string;
  readonly onClose: () => void;
  /** The input and how it is sent; null if no answer is possible any more. */
  readonly answer: {
    readonly label: string;
    readonly text: string;
    readonly onText: (text: string) => void;
    /** Maximum number of characters. */
    readonly max: number;
    readonly rows: number;
    readonly below?: ReactNode;
    readonly buttons: ReactNode;
  } | null;
}

/** A user's report, and the publisher's answer to it. */
export function AnswerDrawer({ title, items, wrong, onClose, answer }: Props) {
  useRestoreFocus();
  const narrow = useNarrow();
  const id = useId();
  return (
    <Drawer
      open
      size={narrow ? '100%' : WIDTH}
      title={title}
      onClose={onClose}
      footer={answer ? <div style={{ display: 'flex', gap: 8, justifyContent: 'flex-end' }}>{answer.buttons}</div> : null}
    >
      {wrong ? <Alert type="error" showIcon title={wrong} style={{ marginBottom: 12 }} /> : null}
      <Descriptions bordered size="small" column={1} items={items} />
      {answer ? (
        <div style={{ marginTop: 16 }}>
          <label htmlFor={id}>{answer.label}</label>
          <Input.TextArea
            id={id}
            value={answer.text}
            maxLength={answer.max}
            autoSize={{ minRows: answer.rows }}
            onChange={(event) => answer.onText(event.target.value)}
          />
          {answer.below}
        </div>
      ) : null}
    </Drawer>
  );
}
