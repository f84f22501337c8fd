import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { periodName } from '../../../contract/earnings/earning-limits.ts';
import { checkStatement } from '../../../contract/earnings/statement.ts';
import { queryOf } from '../../api/query-client.ts';
import { price } from '../../format/number.ts';
import { Icon } from '../frame/icon.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed } from '../frame/state.tsx';
import './statement-check.css';

const clean = (text: string): string => text.normalize('NFKC').replace(/\s/g, '');

/** The check address printed on a statement: a copy is compared with what was frozen. */
export function StatementCheckScreen() {
  const [asked, setAsked] = useSearchParams();
  const [no, code] = [clean(asked.get('no') ?? ''), clean(asked.get('code') ?? '')];
  return (
    <div className="measure statement-check">
      <NavBar title="查验对账单" />
      <Entry key={`${no}:${code}`} no={no} code={code} onCheck={(next) => setAsked(next)} />
      {no && code ? <Result no={no} code={code} /> : null}
    </div>
  );
}

function Entry({ no, code, onCheck }: { no: string; code: string; onCheck: (next: { no: string; code: string }) => void }) {
  const id = useId();
  const [written, write] = useState({ no, code });
  const ready = clean(written.no) !== '' && clean(written.code) !== '';
  return (
    <form
      className="statement-entry"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onCheck({ no: clean(written.no), code: clean(written.code) });
      }}
    >
      <p className="meta">编号在对账单的第一行，查验码在每页的左下角。</p>
      <label htmlFor={`${id}-no`}>编号</label>
      <input
        id={`${id}-no`}
        value={written.no}
        maxLength={40}
        autoComplete="off"
        onChange={({ target }) => write({ ...written, no: target.value })}
      />
      <label htmlFor={`${id}-code`}>查验码</label>
      <input
        id={`${id}-code`}
        value={written.code}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => write({ ...written, code: target.value })}
      />
      <button type="submit" className="button button-fill" disabled={!ready}>
        查验
      </button>
    </form>
  );
}

function Result({ no, code }: { no: string; code: string }) {
  const { data, error, refetch } = useQuery({ ...queryOf(checkStatement, { params: { code } }), staleTime: 0 });
  if (error && !data) return <Failed error={error} retry={() => void refetch()} to="/" action="回首页" />;
  if (!data)
    return (
      <div className="statement-result" aria-busy="true">
        <Skeleton height={160} />
      </div>
    );
  const matches = data.valid && data.statementNo === no;
  return (
    <section className={`statement-result card ${matches ? '' : 'statement-void'}`} aria-live="polite">
      <p className="statement-verdict">
        <Icon name={matches ? 'check' : 'close'} />
        {matches ? '对账单有效' : '没有这份对账单'}
      </p>
      {matches ? (
        <dl>
          <dt>编号</dt>
          <dd>{data.statementNo}</dd>
          <dt>账期</dt>
          <dd>{periodName(data.period)}</dd>
          <dt>实付合计</dt>
          <dd className="price">{price(data.netFen)}</dd>
        </dl>
      ) : (
        <p>请核对编号和查验码；大小写不同的字母不一样。仍不符的，这份对账单不是本社出具的。</p>
      )}
      {matches ? <p className="meta">请与手中的对账单核对；金额不同的，以这里的为准。</p> : null}
    </section>
  );
}
