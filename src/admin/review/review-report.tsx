import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Input, InputNumber, Radio } from 'antd';
import { QUALITIES } from '../../../contract/review/review.machine.ts';
import { saveReviewReport, type ReviewDetail, type ReviewReport } from '../../../contract/review/review.ts';
import { call } from '../../api/call.ts';
import { useStoredForm } from '../../drafts/use-stored-form.ts';
import { errorMessage } from '../ui/error-message.ts';
import './review.css';

const POLITICS = { ok: '导向正确', problem: '有问题', '': '未填' } as const;
const SUGGESTIONS = { adopt: '采用', revise: '退修', reject: '退稿', '': '' } as const;

/** A finished report of an earlier level. */
export function ReportView({ title, report, at, auditId }: { title: string; report: ReviewReport; at: string; auditId: number }) {
  return (
    <section className="manuscript-part review-report" aria-label={`${title}的审读报告`}>
      <h3>
        {title} {report.suggestion ? <strong>{SUGGESTIONS[report.suggestion]}</strong> : null}
        <span className="soft"> {at.slice(0, 16)} </span>
        <a href={`/reportPageoffice?recordId=${auditId}`} target="_blank" rel="noreferrer" style={{ textDecoration: 'underline' }}>
          报告文稿
        </a>
      </h3>
      <p className="soft">
        政治导向：{POLITICS[report.politics]}　{QUALITIES.map((name, index) => `${name} ${report.quality[index] ?? '—'}`).join('　')}
      </p>
      <p className="review-opinion">{report.opinion}</p>
    </section>
  );
}

const OPINION_LEAST = 50;

/** The report of the task in hand: kept on the device while typing, on the server when saved; the decision needs all of it. */
export function ReportForm({ one }: { one: ReviewDetail }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const { values, change, saved } = useStoredForm(`review report ${one.auditId}`, {
    politics: one.report.politics,
    quality: QUALITIES.map((_name, index) => one.report.quality[index] ?? 0),
    opinion: one.report.opinion,
  });
  const [busy, setBusy] = useState(false);
  const length = [...values.opinion.trim()].length;
  const save = async () => {
    setBusy(true);
    try {
      await call(saveReviewReport, {
        body: { auditId: one.auditId, ...values, suggestion: one.report.suggestion, version: one.version },
      });
      saved();
      void message.success('审读报告已保存');
      await client.invalidateQueries();
    } catch (error) {
      void message.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const lacking = [
    values.politics === '' && '政治导向',
    values.quality.some((score) => score < 1) && '四项评分',
    length < OPINION_LEAST && `审读意见（至少${OPINION_LEAST}字）`,
  ].filter(Boolean);
  return (
    <section className="manuscript-part review-form" aria-label="填写审读报告">
      <fieldset>
        <legend>政治导向</legend>
        <Radio.Group
          value={values.politics}
          options={[
            { value: 'ok', label: '导向正确' },
            { value: 'problem', label: '有问题' },
          ]}
          onChange={({ target }) => change({ politics: target.value as 'ok' })}
        />
      </fieldset>
      <div className="review-scores">
        {QUALITIES.map((name, index) => (
          <label key={name}>
            {name}（1–10）
            <InputNumber
              min={1}
              max={10}
              precision={0}
              value={values.quality[index] || null}
              onChange={(score) => change({ quality: values.quality.map((before, at) => (at === index ? (score ?? 0) : before)) })}
            />
          </label>
        ))}
      </div>
      <div className="review-opinion-field">
        <label htmlFor={`opinion-${one.auditId}`}>
          审读意见 <span className="soft">{length} 字</span>
        </label>
        <Input.TextArea
          id={`opinion-${one.auditId}`}
          value={values.opinion}
          maxLength={5000}
          autoSize={{ minRows: 6, maxRows: 20 }}
          onChange={({ target }) => change({ opinion: target.value })}
        />
      </div>
      <div className="review-save">
        <Button type="primary" loading={busy} onClick={() => void save()}>
          保存报告
        </Button>
        <span className="soft">{lacking.length > 0 ? `提交结论前还要填：${lacking.join('、')}` : '报告已填全，保存后可以提交结论。'}</span>
      </div>
    </section>
  );
}
