import { useId, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { DataOf } from '../../../contract/endpoint.ts';
import { answerApplication, apply, type ApplyForLog, type myApplications } from '../../../contract/structure/apply-for-log.ts';
import { getScholar } from '../../../contract/scholar/public-scholar.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { useStoredForm } from '../../drafts/use-stored-form.ts';
import { toast } from '../frame/dialogs.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Field } from './field.tsx';
import { MaterialsField, type Material } from './materials-field.tsx';
import './message.css';

export type ApplyMode = DataOf<typeof myApplications>['modes'][number];

interface Props {
  mode: ApplyMode;
  /** The application to be completed; null for a new one. */
  again: ApplyForLog | null;
  /** The scholar whose page the user claims. */
  claim?: number;
  close: () => void;
  done: () => Promise<unknown>;
}

const REASON_LEAST = 10;
const REASON = 500;

/** Applies for a role. The input stays when the server rejects it, when the sheet is closed and when the session ends. */
export function ApplySheet({ mode, again, claim, close, done }: Props) {
  const scholarId = claim ?? again?.scholarId ?? null;
  const page = useQuery({ ...queryOf(getScholar, { params: { xz: scholarId ?? 0 } }), enabled: scholarId !== null }).data;
  const words = useId();
  const before = { realName: again?.realName ?? '', unit: again?.unit ?? '', reason: again?.reason ?? '' };
  const { values, change, saved } = useStoredForm(`apply ${mode.modeKey}${claim ? ` ${claim}` : ''}`, before);
  const { realName, unit, reason } = values;
  const [materials, setMaterials] = useState<readonly Material[]>(again?.materials ?? []);
  const [wrong, setWrong] = useState('');
  const send = useMutation({
    mutationFn: async () => {
      const body = { targetMode: mode.modeKey, ...values, materials: [...materials], scholarId };
      if (again) await call(answerApplication, { params: { event: 'resend', applyId: again.applyId }, body });
      else await call(apply, { body });
    },
    onSuccess: async () => {
      saved();
      void toast(again ? '已重新提交' : mode.needAudit ? '已提交，请等待审核' : '已通过');
      await done();
      close();
    },
    onError: (error) => setWrong(error.message),
  });
  return (
    <Sheet
      title={scholarId === null ? `申请${mode.modeName}` : `认领${page ? `“${page.scholarName}”的` : ''}主页`}
      close={close}
      foot={
        <button
          type="button"
          className="button button-fill button-tall button-wide"
          disabled={send.isPending}
          onClick={() => (setWrong(''), send.mutate())}
        >
          {send.isPending ? '正在提交…' : '提交申请'}
        </button>
      }
    >
      <div className="message-sheet">
        {scholarId === null ? null : (
          <p className="meta">通过后您可以维护这个主页。请上传能证明是本人的材料；在世学者的主页由两位工作人员先后审核。</p>
        )}
        {again?.auditOpinion ? <p className="field-error">审核意见：{again.auditOpinion}</p> : null}
        <Field name="realName" label="真实姓名" autoComplete="name" maxLength={30} value={realName} change={(next) => change({ realName: next })} />
        <Field name="unit" label="单位" maxLength={100} value={unit} change={(next) => change({ unit: next })} />
        <div className="field apply-reason">
          <label className="field-label" htmlFor={words}>
            申请理由
          </label>
          <textarea id={words} rows={4} maxLength={REASON} value={reason} onChange={(event) => change({ reason: event.target.value })} />
          <p className="meta">
            {reason.trim().length < REASON_LEAST ? `再写 ${REASON_LEAST - reason.trim().length} 个字` : `${reason.length} / ${REASON}`}
          </p>
        </div>
        <MaterialsField
          materials={materials}
          change={setMaterials}
          fail={setWrong}
          words={mode.requiredMaterials.length > 0 ? `需要上传：${mode.requiredMaterials.join('、')}。` : '可以附上能说明情况的材料。'}
        />
        {wrong ? (
          <p className="field-error" role="alert">
            {wrong}
          </p>
        ) : null}
      </div>
    </Sheet>
  );
}
