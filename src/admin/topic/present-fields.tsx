import { Checkbox } from 'antd';
import { quorumOf } from '../../../contract/topic/topic-rules.ts';
import type { SessionDetail } from '../../../contract/topic/topic-session.ts';

interface Props {
  readonly attendees: SessionDetail['attendees'];
  readonly value: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}

/** Ticks who is present when a session opens, with the quorum. */
export function PresentFields({ attendees, value, onChange }: Props) {
  const quorum = quorumOf(attendees.length);
  const enough = value.length >= quorum;
  return (
    <fieldset className="present-fields">
      <legend>到会人员</legend>
      <Checkbox.Group
        value={[...value]}
        options={attendees.map(({ userId, nickName }) => ({ value: userId, label: nickName }))}
        onChange={(ids) => onChange(ids)}
      />
      <p className={enough ? 'soft' : 'late'}>
        到会 {value.length} 人，应到 {attendees.length} 人，须有 {quorum} 人到会。
      </p>
    </fieldset>
  );
}
