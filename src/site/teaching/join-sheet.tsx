import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { classOffer, joinClass } from '../../../contract/teaching/course-class.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { JOIN_CODE_LENGTH, TEACHING } from '../../../contract/teaching/teaching-limits.ts';
import { call } from '../../api/call.ts';
import { toast } from '../frame/dialogs.ts';
import { Sheet } from '../frame/sheet.tsx';
import { classPath, refreshTeaching } from './teaching-queries.ts';

type Offer = DataOf<typeof classOffer>;

interface Props {
  /** An open class that needs no code; null asks for one. */
  readonly classId: number | null;
  readonly code: string;
  readonly close: () => void;
}

/** The code of a class, then the own name and number, and what the teacher will see. */
export function JoinSheet({ classId, code: given, close }: Props) {
  const navigate = useNavigate();
  const [code, setCode] = useState(given);
  const [offer, setOffer] = useState<Offer | null>(null);
  const [memberName, setName] = useState('');
  const [studentNo, setNo] = useState('');
  const [consent, setConsent] = useState(false);
  const found = classId === null ? { code } : { classId };
  const look = useMutation({
    mutationFn: () => call(classOffer, { body: found }),
    onSuccess: (data) => {
      if (data.memberStatus === 'active') {
        void toast('您已在这个班级');
        void navigate(classPath(data.classId), { replace: true });
      } else setOffer(data);
    },
  });
  const join = useMutation({
    mutationFn: () => call(joinClass, { body: { ...found, memberName, studentNo, consent: true } }),
    onSuccess: async (data) => {
      await refreshTeaching();
      if (data.status === 'active') {
        void toast('已加入班级');
        void navigate(classPath(data.classId), { replace: true });
      } else {
        void toast('已提交，等老师同意');
        close();
      }
    },
  });
  const wrong = look.error ?? join.error;
  const waits = offer?.memberStatus === 'waiting';
  return (
    <Sheet
      title="加入班级"
      close={close}
      foot={
        offer && !waits ? (
          <button type="submit" form="join-class" className="button button-fill button-tall button-wide" disabled={join.isPending || !consent}>
            {join.isPending ? '正在加入…' : '加入班级'}
          </button>
        ) : waits ? null : (
          <button
            type="submit"
            form="join-code"
            className="button button-fill button-tall button-wide"
            disabled={look.isPending || (classId === null && code.trim() === '')}
          >
            {look.isPending ? '正在查找…' : '下一步'}
          </button>
        )
      }
    >
      {offer ? (
        <form
          id="join-class"
          className="teach-form"
          onSubmit={(event) => {
            event.preventDefault();
            join.mutate();
          }}
        >
          <p className="teach-chosen">
            {offer.className}
            <span className="meta">
              {offer.courseName} · {offer.teacherName}
            </span>
          </p>
          {waits ? <p>您已申请加入，等老师同意。</p> : null}
          {offer.roster && !waits ? <p className="meta">老师已导入名单：请按名单填写姓名和学号。</p> : null}
          {waits ? null : (
            <>
              <label>
                姓名
                <input
                  value={memberName}
                  required
                  maxLength={TEACHING.memberName}
                  autoComplete="name"
                  onChange={(event) => setName(event.target.value)}
                />
              </label>
              <label>
                学号{offer.roster ? '' : '（可不填）'}
                <input value={studentNo} maxLength={TEACHING.studentNo} onChange={(event) => setNo(event.target.value)} />
              </label>
              <label className="teach-tick">
                <input type="checkbox" checked={consent} onChange={(event) => setConsent(event.target.checked)} />
                <span>我同意老师查看我在这个班级的进度、作答、得分，以及阅读这门课教材的时长。老师看不到其他内容；退出班级后不再更新。</span>
              </label>
            </>
          )}
          <Wrong error={wrong} />
        </form>
      ) : (
        <form
          id="join-code"
          className="teach-form"
          onSubmit={(event) => {
            event.preventDefault();
            look.mutate();
          }}
        >
          {classId === null ? (
            <label>
              班级码
              <input
                className="teach-code"
                value={code}
                required
                maxLength={JOIN_CODE_LENGTH + 4}
                autoCapitalize="characters"
                autoComplete="off"
                spellCheck={false}
                placeholder={`${JOIN_CODE_LENGTH}位，向老师索取`}
                onChange={(event) => setCode(event.target.value)}
              />
            </label>
          ) : (
            <p>这门课程对所有人开放，不用班级码。</p>
          )}
          <Wrong error={wrong} />
        </form>
      )}
    </Sheet>
  );
}

export function Wrong({ error }: { error: Error | null }) {
  return error ? (
    <p className="teach-wrong" role="alert">
      {error.message}
    </p>
  ) : null;
}
