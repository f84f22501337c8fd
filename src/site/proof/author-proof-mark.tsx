import type { ReactNode } from 'react';
import { removeAuthorMark, type OwnProof } from '../../../contract/proof/author-proof.ts';
import { call } from '../../api/call.ts';
import type { useProofSteps } from './use-proof-steps.ts';

interface Props {
  readonly mark: OwnProof['marks'][number];
  /** Where it is: a button to the page or the second. */
  readonly place: ReactNode;
  /** Shown for a mark without a quote. */
  readonly unquoted: string;
  readonly open: boolean;
  readonly run: ReturnType<typeof useProofSteps>['run'];
}

/** One change that the author asked for, with the decision of the editor. */
export function AuthorMark({ mark, place, unquoted, open, run }: Props) {
  return (
    <li className="author-letter">
      <p>
        {place} {mark.quote ? `“${mark.quote}”` : unquoted}
        {mark.right ? ` 改为 “${mark.right}”` : ''}
      </p>
      {mark.note ? <p className="meta">{mark.note}</p> : null}
      {mark.decision ? <p className="meta">编辑：{mark.decision}</p> : null}
      {open && mark.decision === '' ? (
        <button
          type="button"
          className="button button-line"
          onClick={() => void run(() => call(removeAuthorMark, { params: { markId: mark.markId } }), '已撤去')}
        >
          撤去
        </button>
      ) : null}
    </li>
  );
}
