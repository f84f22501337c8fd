import { Button, Form, Input, InputNumber, Select, Switch } from 'antd';
import { useState } from 'react';
import { AMOUNT_WORDS, fenOf } from '../../../contract/money-input.ts';
import { yuan } from '../../../contract/money.ts';
import { MOST_TIERS, TERM_PERIODS, type TermPeriod, type TermsBody } from '../../../contract/protocol/term.ts';

interface Props {
  readonly terms: TermsBody;
  readonly change: (terms: TermsBody) => void;
}

/** The fields of the terms that decide what authors earn. */
export function TermsForm({ terms, change }: Props) {
  const put = <K extends keyof TermsBody>(key: K, value: TermsBody[K]) => change({ ...terms, [key]: value });
  const number = (
    key: 'ebookShareBp' | 'audioShareBp' | 'leastCopies' | 'reserveBp' | 'authorDiscountBp',
    label: string,
    most: number,
    extra?: string,
  ) => (
    <Form.Item label={label} htmlFor={`terms-${key}`} extra={extra}>
      <InputNumber id={`terms-${key}`} min={0} max={most} precision={0} value={terms[key]} onChange={(value) => put(key, value ?? 0)} />
    </Form.Item>
  );
  return (
    <Form layout="vertical" className="terms-form">
      <Tiers terms={terms} change={change} />
      {number('ebookShareBp', '电子书分成（万分之）', 10_000, '5000 表示 50%')}
      {number('audioShareBp', '有声与视频分成（万分之）', 10_000)}
      {number('leastCopies', '首次结算最低册数', 1_000_000)}
      <Advance terms={terms} change={change} />
      <Form.Item label="预付款从以后的收益中抵扣" htmlFor="terms-recoup">
        <Switch id="terms-recoup" checked={terms.recoup} onChange={(value) => put('recoup', value)} />
      </Form.Item>
      {number('reserveBp', '退货准备金（万分之）', 3000, '每期按这个比例留存，满12个月释放')}
      <Form.Item label="结算周期" htmlFor="terms-period">
        <Select<TermPeriod>
          id="terms-period"
          value={terms.period}
          options={Object.entries(TERM_PERIODS).map(([value, label]) => ({ value: value as TermPeriod, label }))}
          onChange={(value) => put('period', value)}
        />
      </Form.Item>
      {number('authorDiscountBp', '作者购书折扣（万分之）', 10_000, '7000 表示按定价的70%')}
    </Form>
  );
}

function Tiers({ terms, change }: Props) {
  const { paperTiers } = terms;
  const set = (at: number, part: Partial<TermsBody['paperTiers'][number]>) =>
    change({ ...terms, paperTiers: paperTiers.map((one, index) => (index === at ? { ...one, ...part } : one)) });
  return (
    <fieldset className="terms-tiers">
      <legend>纸书版税（阶梯）</legend>
      {paperTiers.map(({ fromCopies, bp }, at) => (
        <div key={at} className="terms-tier">
          <span>第</span>
          <InputNumber
            aria-label={`第${at + 1}级的起始册数`}
            min={1}
            precision={0}
            disabled={at === 0}
            value={fromCopies}
            onChange={(value) => set(at, { fromCopies: value ?? 1 })}
          />
          <span>册起，万分之</span>
          <InputNumber
            aria-label={`第${at + 1}级的版税率`}
            min={0}
            max={5000}
            precision={0}
            value={bp}
            onChange={(value) => set(at, { bp: value ?? 0 })}
          />
          <Button type="link" onClick={() => change({ ...terms, paperTiers: paperTiers.filter((_one, index) => index !== at) })}>
            删除第{at + 1}级
          </Button>
        </div>
      ))}
      <Button
        disabled={paperTiers.length >= MOST_TIERS}
        onClick={() =>
          change({
            ...terms,
            paperTiers: [...paperTiers, { fromCopies: (paperTiers.at(-1)?.fromCopies ?? -4999) + 5000, bp: paperTiers.at(-1)?.bp ?? 800 }],
          })
        }
      >
        增加一级
      </Button>
    </fieldset>
  );
}

function Advance({ terms, change }: Props) {
  const [text, setText] = useState(yuan(terms.advanceFen));
  const wrong = fenOf(text) === null;
  return (
    <Form.Item
      label="预付款（元）"
      htmlFor="terms-advance"
      extra={wrong ? undefined : '协议生效的当月按份额计入收益'}
      {...(wrong ? { validateStatus: 'error' as const, help: AMOUNT_WORDS } : {})}
    >
      <Input
        id="terms-advance"
        inputMode="decimal"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          const fen = fenOf(target.value);
          if (fen !== null) change({ ...terms, advanceFen: fen });
        }}
      />
    </Form.Item>
  );
}
