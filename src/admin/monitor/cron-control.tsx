import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { nextTimes } from '../../../contract/monitor/job.ts';
import { queryOf } from '../../api/query-client.ts';
import type { ControlProps } from '../crud/resource.ts';
import { errorMessage } from '../ui/error-message.ts';

const PAUSE_MS = 300;
const OFTEN: readonly (readonly [words: string, expression: string])[] = [
  ['每10分钟', '0 0/10 * * * ?'],
  ['每小时', '0 0 * * * ?'],
  ['每天3点', '0 0 3 * * ?'],
  ['每周一8点', '0 0 8 ? * MON'],
  ['每月1日零点', '0 0 0 1 * ?'],
];
const DAYS = ['日', '一', '二', '三', '四', '五', '六'];

/** `2026-11-22 03:00:00` with its weekday, so that a wrong expression is visible at once. */
const withDay = (time: string): string => `${time} 周${DAYS[new Date(`${time.slice(0, 10)}T12:00:00Z`).getUTCDay()]}`;

/** Input for a cron expression that shows the next five execution times while typing. */
export function CronControl({ id, value, onChange, disabled = false }: ControlProps) {
  const expression = String(value ?? '').trim();
  const [asked, setAsked] = useState(expression);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(expression), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [expression]);
  const times = useQuery({ ...queryOf(nextTimes, { query: { cronExpression: asked } }), enabled: asked !== '', staleTime: 0, retry: false });
  return (
    <>
      <Input
        {...(id ? { id } : {})}
        className="code"
        value={expression === '' ? '' : String(value)}
        maxLength={255}
        disabled={disabled}
        placeholder="秒 分 时 日 月 周 年（年可以不写）"
        onChange={(event) => onChange?.(event.target.value)}
      />
      <div className="monitor-often">
        {OFTEN.map(([words, often]) => (
          <Button key={often} size="small" disabled={disabled} onClick={() => onChange?.(often)}>
            {words}
          </Button>
        ))}
      </div>
      <div className="monitor-times" aria-live="polite">
        {asked === '' ? <span className="soft">填写后在这里显示接下来五次执行的时间</span> : null}
        {times.isError ? <span className="late">{errorMessage(times.error)}</span> : null}
        {asked !== '' && times.data ? (
          <>
            <span className="soft">接下来五次（北京时间）</span>
            <ol>
              {times.data.map((time) => (
                <li key={time} className="code">
                  {withDay(time)}
                </li>
              ))}
            </ol>
          </>
        ) : null}
      </div>
    </>
  );
}
