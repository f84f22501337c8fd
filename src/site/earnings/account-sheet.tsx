import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { isBankAccount, WITHDRAW } from '../../../contract/earnings/earning-limits.ts';
import { savePayee } from '../../../contract/earnings/payee.ts';
import { call } from '../../api/call.ts';
import { toast } from '../frame/dialogs.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Field } from '../identity/field.tsx';
import { refreshRevenue } from './revenue-queries.ts';

/** The bank account of a payee. The whole number is sent once and never shown again. */
export function AccountSheet({ changing, close }: { changing: boolean; close: () => void }) {
  const [bank, setBank] = useState('');
  const [branch, setBranch] = useState('');
  const [account, setAccount] = useState('');
  const digits = account.replace(/\s/g, '');
  const wrong = digits.length >= 12 && !isBankAccount(digits) ? '银行账号不正确，请核对12至19位数字' : '';
  const save = useMutation({
    mutationFn: () => call(savePayee, { body: { bank, branch, account: digits } }),
    onSuccess: async () => {
      void toast('已保存，财务核实后可以提现');
      await refreshRevenue();
      close();
    },
  });
  const ready = bank.trim() !== '' && isBankAccount(digits);
  return (
    <Sheet
      title={changing ? '更换收款账户' : '填写收款账户'}
      close={close}
      foot={
        <button type="button" className="button button-fill button-tall" disabled={!ready || save.isPending} onClick={() => save.mutate()}>
          {save.isPending ? '正在保存…' : '保存'}
        </button>
      }
    >
      <div className="revenue-form">
        <Field name="bank" label="开户银行" value={bank} change={setBank} maxLength={60} placeholder="例如：中国银行" />
        <Field name="branch" label="支行" value={branch} change={setBranch} maxLength={60} placeholder="可不填" />
        <Field
          name="account"
          label="银行账号"
          value={account}
          change={setAccount}
          maxLength={24}
          inputMode="numeric"
          autoComplete="off"
          error={wrong || undefined}
        />
        <p className="meta">户名与实名认证一致，由财务核实。{changing ? `更换后${WITHDRAW.holdHours}小时内不能提现。` : ''}</p>
        <div role="alert">{save.error?.message}</div>
      </div>
    </Sheet>
  );
}
