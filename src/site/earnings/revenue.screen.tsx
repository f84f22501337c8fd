import { useState } from 'react';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { WITHDRAW } from '../../../contract/earnings/earning-limits.ts';
import { withdrawMachine } from '../../../contract/earnings/withdraw.machine.ts';
import { cancelWithdraw, type OwnWithdraw } from '../../../contract/earnings/withdraw.ts';
import { call } from '../../api/call.ts';
import { price } from '../../format/number.ts';
import { confirm, toast } from '../frame/dialogs.ts';
import { More } from '../frame/load-more.tsx';
import { network } from '../frame/network.store.ts';
import { Empty, Failed } from '../frame/state.tsx';
import { AuthorTabs } from '../manuscript/author-tabs.tsx';
import { AccountSheet } from './account-sheet.tsx';
import { EarningLine } from './earning-line.tsx';
import { earningsQuery, payeeQuery, refreshRevenue, walletQuery, withdrawsQuery } from './revenue-queries.ts';
import { StatementSection } from './statement-section.tsx';
import { TaxSection } from './tax-section.tsx';
import { WithdrawSheet } from './withdraw-sheet.tsx';
import './revenue.css';

/** #47: the balance of a payee, the lines of each month with their arithmetic, withdrawals, and the account. */
export function RevenueScreen() {
  return (
    <div className="revenue">
      <AuthorTabs title="我的收益" />
      <Revenue />
    </div>
  );
}

/** The sections, without the heading of the author's area. */
export function Revenue() {
  return (
    <>
      <Balance />
      <Account />
      <Withdraws />
      <StatementSection />
      <TaxSection />
      <Lines />
    </>
  );
}

function Balance() {
  const { online } = useSnapshot(network);
  const [open, setOpen] = useState(false);
  const found = useQuery(walletQuery());
  if (found.isError && !found.data)
    return <Failed error={found.error} retry={() => void found.refetch()} to="/personalCenter/default" action="回到我的" />;
  const { availableFen = 0, frozenFen = 0, totalFen = 0, withdrawnFen = 0, agreements = [], hold = '' } = found.data ?? {};
  const sums = [
    ['可提现', availableFen],
    ['提现中', frozenFen],
    ['累计收益', totalFen],
    ['已提现', withdrawnFen],
  ] as const;
  const missing = !online ? '联网后可用' : availableFen < WITHDRAW.leastFen ? '余额满100元可提现' : hold;
  return (
    <section aria-label="余额">
      <div className="revenue-balance">
        <dl className="revenue-sums">
          {sums.map(([name, fen]) => (
            <div key={name}>
              <dt className="meta">{name}</dt>
              <dd className="price">{found.data ? price(fen) : '…'}</dd>
            </div>
          ))}
        </dl>
        {agreements.map(({ protocolId, title, advanceFen, reserveFen, carryFen }) => (
          <p key={protocolId} className="meta">
            {protocolId === 0 ? title : `《${title}》`}
            {advanceFen > 0 ? ` 待抵扣预付款 ${price(advanceFen)}` : ''}
            {reserveFen > 0 ? ` 退货准备金 ${price(reserveFen)}` : ''}
            {carryFen > 0 ? ` 待抵扣退货 ${price(carryFen)}` : ''}
          </p>
        ))}
        <div>
          <button type="button" className="button button-fill" disabled={missing !== '' || !found.data} onClick={() => setOpen(true)}>
            提现
          </button>
          {missing && found.data ? <span className="meta revenue-hold">{missing}</span> : null}
        </div>
      </div>
      {open ? <WithdrawSheet availableFen={availableFen} close={() => setOpen(false)} /> : null}
    </section>
  );
}

function Account() {
  const [open, setOpen] = useState(false);
  const { data } = useQuery(payeeQuery());
  if (!data) return null;
  const { account, realNameVerified } = data;
  const words = { pending: '等待核实', verified: '已核实', rejected: `未通过：${account?.reason ?? ''}` } as const;
  return (
    <section aria-labelledby="revenue-account">
      <h2 id="revenue-account">收款账户</h2>
      <div className="revenue-account">
        {account ? (
          <p>
            {account.holder} · {account.bank} {account.branch} · 尾号{account.accountTail} <span className="meta">{words[account.status]}</span>
          </p>
        ) : (
          <p className="meta">还没有收款账户</p>
        )}
        {realNameVerified ? (
          <button type="button" className="button button-line" onClick={() => setOpen(true)}>
            {account ? '更换账户' : '填写收款账户'}
          </button>
        ) : (
          <p>
            填写前<Link to="/personalCenter/profile">请先完成实名认证</Link>，收款户名须与实名一致。
          </p>
        )}
      </div>
      {open ? <AccountSheet changing={account !== null} close={() => setOpen(false)} /> : null}
    </section>
  );
}

function Withdraws() {
  const { data } = useQuery(withdrawsQuery());
  const cancel = useMutation({
    mutationFn: (withdrawId: number) => call(cancelWithdraw, { params: { withdrawId } }),
    onSuccess: () => void toast('已撤销，金额退回余额'),
    onError: (error) => void toast(error.message),
    onSettled: refreshRevenue,
  });
  if (!data || data.rows.length === 0) return null;
  const ask = async (row: OwnWithdraw) => {
    if (await confirm('撤销这笔提现？', `${price(row.amountFen)}退回可提现余额。`, '撤销')) cancel.mutate(row.withdrawId);
  };
  return (
    <section aria-labelledby="revenue-withdraws">
      <h2 id="revenue-withdraws">提现</h2>
      <ul className="revenue-list">
        {data.rows.map((row) => (
          <li key={row.withdrawId} className="revenue-row">
            <span>
              {price(row.amountFen)} · {withdrawMachine.states[row.status].label}
              <span className="meta">
                {' '}
                {row.createTime.slice(0, 10)} · 尾号{row.accountTail} {row.failReason}
              </span>
            </span>
            {row.can.includes('cancel') ? (
              <button type="button" className="button button-line" disabled={cancel.isPending} onClick={() => void ask(row)}>
                撤销
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lines() {
  const list = useInfiniteQuery(earningsQuery());
  const rows = list.data?.pages.flatMap((page) => page.rows);
  if (list.isError && !rows) return <Failed error={list.error} retry={() => void list.refetch()} to="/personalCenter/default" action="回到我的" />;
  if (!rows) return <p className="meta">正在读取…</p>;
  if (rows.length === 0) return <Empty drawing="lamp" title="暂无收益" reason="作品售出后，每月的版税和分成在公示后显示在这里。" />;
  return (
    <section aria-labelledby="revenue-lines">
      <h2 id="revenue-lines">收益</h2>
      <ul className="revenue-list">
        {rows.map((row) => (
          <EarningLine key={row.earningId} row={row} />
        ))}
      </ul>
      <More list={list} end={`共 ${list.data?.pages[0]?.total ?? 0} 笔收益`} />
    </section>
  );
}
