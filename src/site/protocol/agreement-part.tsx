import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { protocolMachine } from '../../../contract/protocol/protocol.machine.ts';
import { ownAgreements, signAgreement, type OwnAgreement } from '../../../contract/protocol/protocol.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { confirm, toast } from '../frame/dialogs.ts';
import './agreement.css';
import { AmendmentList } from './amendment-list.tsx';

const agreementsOf = (archiveId: number) => ({ ...queryOf(ownAgreements, { query: { archiveId } }), staleTime: 0 });

/** The agreements of one manuscript for its authors: the articles, who has signed, and the own signature. */
export function AgreementPart({ archiveId, changed }: { archiveId: number; changed: () => Promise<unknown> }) {
  const { data } = useQuery(agreementsOf(archiveId));
  if (!data || data.length === 0) return null;
  return (
    <section className="author-part" aria-labelledby="progress-agreement">
      <h2 id="progress-agreement">出版协议</h2>
      {data.map((one) => (
        <Agreement key={one.protocolId} one={one} changed={changed} />
      ))}
    </section>
  );
}

function Agreement({ one, changed }: { one: OwnAgreement; changed: () => Promise<unknown> }) {
  const [rejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState('');
  const send = useMutation({
    mutationFn: (event: 'signA' | 'rejectA') =>
      call(signAgreement, { params: { protocolId: one.protocolId }, body: { event, reason: reason.trim() } }),
    onSuccess: async (_done, event) => {
      void toast(event === 'signA' ? '已签署' : '已退回，编辑会与您联系');
      await queryClient.invalidateQueries(allOf(ownAgreements));
      await changed();
    },
  });
  const sign = async () => {
    if (await confirm('签署这份协议？', '签署后不能撤回。请确认您已读完全部条款，份额与付酬方式无误。', '签署')) send.mutate('signA');
  };
  return (
    <article className="agreement">
      <p className="meta">
        {one.protocolNo} · {protocolMachine.states[one.status].label}
      </p>
      <ol>
        {one.articles.map((article) => (
          <li key={article.title}>
            <b>{article.title}</b>　{article.text}
          </li>
        ))}
      </ol>
      <dl>
        {one.signatures.map((signature) => (
          <div key={signature.userId}>
            <dt>
              {signature.name}
              {signature.share > 0 ? `（${(signature.share / 100).toFixed(2)}%）` : ''}
            </dt>
            <dd>{signature.signedAt ? `${signature.signedAt.slice(0, 16)} 已签` : '未签'}</dd>
          </div>
        ))}
        <div>
          <dt>{one.partyB}</dt>
          <dd>{one.signedByB ? `${one.signedByB.slice(0, 16)} 已签` : '未签'}</dd>
        </div>
      </dl>
      {one.can.length > 0 && !one.realName ? (
        <p className="agreement-wrong">
          签署前<Link to="/personalCenter/profile">请先完成实名认证</Link>。
        </p>
      ) : null}
      {send.error ? (
        <p className="agreement-wrong" role="alert">
          {send.error.message}
        </p>
      ) : null}
      {one.can.length > 0 ? (
        rejecting ? (
          <form
            className="author-form"
            onSubmit={(event) => {
              event.preventDefault();
              send.mutate('rejectA');
            }}
          >
            <label>
              不同意的条款和理由（至少5个字）
              <textarea rows={3} required minLength={5} maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
            </label>
            <div className="author-acts">
              <button type="submit" className="button button-fill" disabled={send.isPending || [...reason.trim()].length < 5}>
                退回编辑
              </button>
              <button type="button" className="button button-line" onClick={() => setRejecting(false)}>
                返回
              </button>
            </div>
          </form>
        ) : (
          <div className="author-acts">
            <button type="button" className="button button-fill" disabled={send.isPending} onClick={() => void sign()}>
              签署
            </button>
            <button type="button" className="button button-line" onClick={() => setRejecting(true)}>
              不同意
            </button>
          </div>
        )
      ) : null}
      {one.status === 'effective' ? <AmendmentList protocolId={one.protocolId} changed={changed} /> : null}
    </article>
  );
}
