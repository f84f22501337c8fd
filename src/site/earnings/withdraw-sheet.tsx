import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { WITHDRAW } from '../../../contract/earnings/earning-limits.ts';
import { applyWithdraw } from '../../../contract/earnings/withdraw.ts';
import { AMOUNT_WORDS, fenOf } from '../../../contract/money-input.ts';
import { yuan } from '../../../contract/money.ts';
import { call } from '../../api/call.ts';
import { newUuid } from '../../api/new-uuid.ts';
import { price } from '../../format/number.ts';
import { toast } from '../frame/dialogs.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Field } from '../identity/field.tsx';
import { payeeQuery, refreshRevenue } from './revenue-queries.ts';

/** How much is withdrawn, and to which account. */
export function WithdrawSheet({ availableFen, close }: { availableFen: number; close: () => void }) {
  const [requestId] = useState(newUuid);
  const [amount, setAmount] = useState(yuan(Math.min(availableFen, WITHDRAW.mostFen)));
  const { data } = useQuery(payeeQuery());
  const fen = fenOf(amount);
  const fault =
    fen === null
      ? AMOUNT_WORDS
      : fen < WITHDRAW.leastFen
        ? `最低${yuan(WITHDRAW.leastFen)}元`
        : fen > WITHDRAW.mostFen
          ? `一次最多${yuan(WITHDRAW.mostFen)}元`
          : fen > availableFen
            ? `可提现${price(availableFen)}`
            : '';
  const apply = useMutation({
    mutationFn: (amountFen: number) => call(applyWithdraw, { body: { requestId, amountFen } }),
    onSuccess: async () => {
      void toast('已提交，财务审核后打款');
      await refreshRevenue();
      close();
    },
  });
  return (
    <Sheet
      title="提现"
      close={close}
      foot={
        <button
          type="button"
          className="button button-fill button-tall"
          disabled={fault !== '' || apply.isPending}
          onClick={() => fen !== null && apply.mutate(fen)}
        >
          {apply.isPending ? '正在提交…' : fault || `提现 ${price(fen ?? 0)}`}
        </button>
      }
    >
      <div className="revenue-form">
        <Field name="amount" label="金额（元）" value={amount} change={setAmount} inputMode="decimal" maxLength={12} error={fault || undefined} />
        {data?.account ? (
          <p className="meta">
            打到 {data.account.holder} · {data.account.bank} 尾号{data.account.accountTail}
          </p>
        ) : null}
        <div role="alert">{apply.error?.message}</div>
      </div>
    </Sheet>
  );
}
