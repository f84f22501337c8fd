import { breakEven, plannedIncome } from '../../../contract/topic/topic-rules.ts';
import type { Values } from '../crud/resource.ts';

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** F17 while the form is written: break-even copies against the print run, and the income of the print run. */
export function BreakEvenNote({ values }: { values: Values }) {
  const given = {
    costFen: numberOf(values['costFen']),
    planPriceFen: numberOf(values['planPriceFen']),
    unitCostFen: numberOf(values['unitCostFen']),
    discountBp: numberOf(values['discountBp']),
    royaltyBp: numberOf(values['royaltyBp']),
  };
  const run = numberOf(values['planPrintRun']);
  if (given.costFen === 0 || given.planPriceFen === 0) return <span className="soft">填好定价和成本后，这里显示保本印数。</span>;
  const copies = breakEven(given);
  if (copies === null) return <span className="late">每册的收入低于单册成本和版税，印多少都不能保本，请调整定价、折扣或成本。</span>;
  const income = plannedIncome({ ...given, planPrintRun: run });
  return (
    <span className={run > 0 && run < copies ? 'late' : 'soft'}>
      保本印数 <strong>{copies.toLocaleString('zh-CN')} 册</strong>
      {run > 0 ? `，首印${run < copies ? '低于保本' : '高于保本'}；首印售完收入 ¥ ${(income / 100).toLocaleString('zh-CN')}` : ''}
    </span>
  );
}
