import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Form, Radio, Select } from 'antd';
import type { Report } from '../../../contract/report/report.ts';
import {
  addSubscription,
  CADENCES,
  FORMATS,
  SUBSCRIPTION,
  subscriptionPeople,
  type Cadence,
  type ReportFormat,
} from '../../../contract/report/report-subscription.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { errorMessage } from '../ui/error-message.ts';

interface Fields {
  readonly cadence: Cadence;
  readonly hour: number;
  readonly format: ReportFormat;
  readonly recipientIds: number[];
}
const INITIAL = { cadence: 'day', hour: 8, format: 'xlsx', recipientIds: [] } as const;
const HOURS = Array.from({ length: 24 }, (_hour, value) => ({ value, label: `${value}点` }));

/** A new subscription of the report on the page, with its filter. */
export function SubscriptionForm({ report, onAdded }: { report: Report; onAdded: () => Promise<void> }) {
  const [form] = Form.useForm<Fields>();
  const { message } = App.useApp();
  const [keyword, setKeyword] = useState('');
  const [sending, setSending] = useState(false);
  const cadence = (Form.useWatch('cadence', form) as Cadence | undefined) ?? INITIAL.cadence;
  const people = useQuery({ ...queryOf(subscriptionPeople, { query: { key: report.key, keyword } }), placeholderData: (before) => before });
  const send = async (values: Fields) => {
    setSending(true);
    try {
      const { nextAt } = await call(addSubscription, { body: { ...values, key: report.key, filter: report.filter } });
      void message.success(`已订阅，下一次在${nextAt.slice(0, 16)}发送`);
      form.resetFields();
      await onAdded();
    } catch (error) {
      void message.error(errorMessage(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <Form<Fields> form={form} layout="vertical" initialValues={INITIAL} onFinish={(values) => void send(values)} className="report-subscribe">
      <p className="soft">
        {report.label}报表，{report.filterWords || '全部数据'}；每次发送{CADENCES[cadence].period}的数据，时区 {report.zone}。
      </p>
      <div className="report-subscribe-when">
        <Form.Item name="cadence" label="什么时候" rules={[{ required: true }]}>
          <Select options={Object.entries(CADENCES).map(([value, { label }]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item name="hour" label="几点" rules={[{ required: true }]}>
          <Select options={HOURS} showSearch={{ optionFilterProp: 'label' }} />
        </Form.Item>
        <Form.Item name="format" label="格式" rules={[{ required: true }]}>
          <Radio.Group options={Object.entries(FORMATS).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
      </div>
      <Form.Item
        name="recipientIds"
        label="收件人"
        extra="只列出现在能看这张报表的人；发送时已没有权限的，不会收到。"
        rules={[
          { required: true, message: '请选择收件人' },
          { type: 'array', max: SUBSCRIPTION.recipients, message: `收件人最多${SUBSCRIPTION.recipients}位` },
        ]}
      >
        <Select
          mode="multiple"
          placeholder="输入姓名或登录名查找"
          showSearch={{ filterOption: false, onSearch: setKeyword }}
          notFoundContent={people.isFetching ? '正在查找…' : people.isError ? errorMessage(people.error) : '没有找到能看这张报表的人'}
          options={(people.data ?? []).map(({ userId, nickName, userName, fault }) => ({
            value: userId,
            label: `${nickName}（${userName}）${fault}`,
            disabled: fault !== '',
          }))}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={sending}>
        订阅
      </Button>
    </Form>
  );
}
