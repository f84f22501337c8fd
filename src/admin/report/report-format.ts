import { groupedYuan } from '../../../contract/money.ts';
import type { Measure } from '../../../contract/report/report.ts';

const HOUR_S = 3600;

/** A number, fen as yuan, or seconds as hours. */
export function measured(value: number, measure: Measure): string {
  if (measure === 'money') return groupedYuan(value);
  if (measure === 'duration') return (Math.round((value / HOUR_S) * 10) / 10).toLocaleString('zh-CN');
  return value.toLocaleString('zh-CN');
}

/** A difference with its sign. */
export function signed(value: number, then: number, measure: Measure): string {
  const difference = Math.round((value - then) * 100) / 100;
  return `${difference > 0 ? '+' : ''}${measured(difference, measure)}`;
}
