import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useMutation, useQuery } from '@tanstack/react-query';
import { answerApplication, myApplications, type ApplyForLog } from '../../../contract/structure/apply-for-log.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { labelOf, useEntries } from '../../dictionary/entries.ts';
import { toast } from '../frame/dialogs.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { ApplySheet, type ApplyMode } from './apply-sheet.tsx';
import './message.css';

const question = queryOf(myApplications, {});
const OPEN: readonly ApplyForLog['status'][] = ['pending', 'confirming', 'supplement'];
/** The mode with which a scholar claims a page. */
const SCHOLAR = 'scholar';

/** The roles that the user can apply for besides reader, and the state of the applications. */
export function ApplyPart() {
  const { data, error } = useQuery(question);
  const statuses = useEntries('structure_apply_status');
  const [opened, setOpened] = useState<{ mode: ApplyMode; again: ApplyForLog | null } | null>(null);
  const [params, setParams] = useSearchParams();
  // `?claim=7`: the visitor comes from the page of a scholar.
  const claim = Number(params.get('claim')) || null;
  const endClaim = () => setParams({}, { replace: true, preventScrollReset: true });
  const refresh = () => queryClient.invalidateQueries(allOf(myApplications));
  const cancel = useMutation({
    mutationFn: (applyId: number) => call(answerApplication, { params: { event: 'cancel', applyId } }),
    onSuccess: () => void toast('已撤销'),
    onError: (failure) => void toast(failure.message),
    onSettled: refresh,
  });
  if (!data) return error ? null : <Waiting />;
  const scholar = data.modes.find((mode) => mode.modeKey === SCHOLAR);
  return (
    <section className="profile-part" aria-labelledby="apply-title">
      <h2 id="apply-title">身份申请</h2>
      {data.modes.map((mode) => {
        const latest = data.applications.find((one) => one.targetMode === mode.modeKey);
        const open = latest && OPEN.includes(latest.status) ? latest : null;
        return (
          <div key={mode.modeKey} className="apply-mode">
            <div>
              <b>{mode.modeName}</b>
              <p className="meta">{mode.held ? '已具备' : latest ? stateWords(latest, labelOf(statuses, latest.status)) : '可以申请'}</p>
            </div>
            {mode.held ? null : open?.status === 'supplement' ? (
              <button type="button" className="button button-fill" onClick={() => setOpened({ mode, again: open })}>
                去补正
              </button>
            ) : open ? (
              <button type="button" className="button button-line" disabled={cancel.isPending} onClick={() => cancel.mutate(open.applyId)}>
                撤销
              </button>
            ) : (
              <button
                type="button"
                className="button button-line"
                aria-label={`申请${mode.modeName}`}
                onClick={() => setOpened({ mode, again: null })}
              >
                申请
              </button>
            )}
          </div>
        );
      })}
      {opened ? <ApplySheet {...opened} close={() => setOpened(null)} done={refresh} /> : null}
      {claim && scholar && !opened ? <ApplySheet mode={scholar} again={null} claim={claim} close={endClaim} done={refresh} /> : null}
    </section>
  );
}

/** As tall as the loaded part usually is, so that the content below does not shift. */
const Waiting = () => (
  <div className="profile-part" aria-busy="true">
    <Skeleton width={96} height={26} />
    {[1, 2, 3, 4, 5, 6].map((n) => (
      <Skeleton key={n} height={44} top={12} />
    ))}
  </div>
);

const stateWords = (one: ApplyForLog, label: string): string =>
  one.auditOpinion && !['pending', 'confirming'].includes(one.status) ? `${label}：${one.auditOpinion}` : `${label} · ${one.createTime.slice(0, 10)}`;
