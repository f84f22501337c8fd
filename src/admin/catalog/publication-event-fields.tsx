import { DatePicker, Form, Input, InputNumber, Radio } from 'antd';
import dayjs from 'dayjs';
import { RECALL_REASONS } from '../../../contract/catalog/publication.ts';

/** What the dialogs of recall and reprint ask for; the dialog reads it when it is confirmed. */
export interface EventValues {
  recallReason: (typeof RECALL_REASONS)[number] | '';
  note: string;
  copies: number | null;
  printedOn: string;
}

const today = (): string => dayjs().format('YYYY-MM-DD');
export const noValues = (): EventValues => ({ recallReason: '', note: '', copies: null, printedOn: today() });

export const RecallFields = ({ change }: { change: (part: Partial<EventValues>) => void }) => (
  <Form layout="vertical">
    <Form.Item label="召回原因" required>
      <Radio.Group
        aria-label="召回原因"
        options={RECALL_REASONS.map((reason) => ({ value: reason, label: reason }))}
        onChange={({ target }) => change({ recallReason: target.value as EventValues['recallReason'] })}
      />
    </Form.Item>
    <Form.Item label="说明（买家会看到）" htmlFor="recallNote" style={{ marginBottom: 24 }}>
      <Input.TextArea id="recallNote" rows={3} maxLength={200} showCount onChange={({ target }) => change({ note: target.value })} />
    </Form.Item>
  </Form>
);

export const ReprintFields = ({ change }: { change: (part: Partial<EventValues>) => void }) => (
  <Form layout="vertical">
    <Form.Item label="印数（册）" htmlFor="reprintCopies" required>
      <InputNumber id="reprintCopies" min={1} max={10_000_000} precision={0} style={{ width: '100%' }} onChange={(copies) => change({ copies })} />
    </Form.Item>
    <Form.Item label="重印日期" htmlFor="reprintDay" required>
      <DatePicker
        id="reprintDay"
        style={{ width: '100%' }}
        defaultValue={dayjs()}
        disabledDate={(day) => day.isAfter(dayjs(), 'day')}
        onChange={(day) => change({ printedOn: day?.format('YYYY-MM-DD') ?? '' })}
      />
    </Form.Item>
  </Form>
);
