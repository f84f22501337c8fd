import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { saveProfile } from '../../../contract/identity/profile.ts';
import type { User } from '../../../contract/identity/session.ts';
import { call } from '../../api/call.ts';
import { useStoredForm } from '../../drafts/use-stored-form.ts';
import { toast } from '../frame/dialogs.ts';
import { busy } from '../frame/busy.ts';
import { ConfirmEmail } from './confirm-email.tsx';
import { Field, focusFirstWrong } from './field.tsx';
import { profileChanged } from './profile-change.ts';
import { PHONE } from './register-check.ts';

type Draft = Pick<User, 'nickName' | 'phonenumber' | 'email' | 'sex' | 'introduction'>;
type Wrong = Partial<Record<keyof Draft | 'whole', string>>;
const SEXES = [
  ['0', '男'],
  ['1', '女'],
  ['2', '保密'],
] as const;
const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const INTRODUCTION = 500;

function check(draft: Draft): Wrong {
  return {
    ...(draft.nickName.trim() ? {} : { nickName: '请输入昵称' }),
    ...(draft.phonenumber && !PHONE.test(draft.phonenumber) ? { phonenumber: '手机号格式错误' } : {}),
    ...(draft.email && !MAIL.test(draft.email) ? { email: '邮箱格式错误' } : {}),
  };
}

export function ProfileForm({ user }: { user: User }) {
  const { nickName, phonenumber, email, sex, introduction } = user;
  const { values: draft, change, saved } = useStoredForm<Draft>('profile', { nickName, phonenumber, email, sex, introduction });
  const [wrong, setWrong] = useState<Wrong>({});
  const form = useRef<HTMLFormElement>(null);
  const words = useId();
  const save = useMutation({
    mutationFn: () => call(saveProfile, { body: draft }),
    onSuccess: () => {
      saved();
      profileChanged(draft);
      void toast('修改成功');
    },
    onError: (error) => {
      const text = error.message;
      setWrong(/手机/.test(text) ? { phonenumber: text } : /邮箱/.test(text) ? { email: text } : { whole: text });
    },
  });
  const write = (key: keyof Draft) => (value: string) => change({ [key]: value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const errors = check(draft);
    setWrong(errors);
    if (Object.keys(errors).length > 0) return requestAnimationFrame(() => focusFirstWrong(form.current, errors));
    save.mutate();
  };
  return (
    <form className="profile-part" ref={form} onSubmit={submit} noValidate>
      <Field
        name="nickName"
        label="昵称"
        autoComplete="nickname"
        maxLength={30}
        value={draft.nickName}
        change={write('nickName')}
        error={wrong.nickName}
      />
      <Field
        name="phonenumber"
        label="手机号"
        type="tel"
        inputMode="numeric"
        autoComplete="tel"
        maxLength={11}
        placeholder="请输入手机号"
        value={draft.phonenumber}
        change={write('phonenumber')}
        error={wrong.phonenumber}
      />
      <Field
        name="email"
        label="邮箱"
        type="email"
        autoComplete="email"
        maxLength={50}
        placeholder="选填"
        value={draft.email}
        change={write('email')}
        error={wrong.email}
      >
        {user.email && draft.email === user.email ? <ConfirmEmail /> : null}
      </Field>
      <div className="profile-choice" role="radiogroup" aria-label="性别">
        <span className="field-label" aria-hidden="true">
          性别
        </span>
        {SEXES.map(([value, name]) => (
          <label key={value} className="chip">
            <input type="radio" className="unseen" name="sex" checked={draft.sex === value} onChange={() => change({ sex: value })} />
            <span>{name}</span>
          </label>
        ))}
      </div>
      <label className="profile-words" htmlFor={words}>
        <span className="field-label">简介</span>
        <span className="meta">
          {draft.introduction.length}/{INTRODUCTION}
        </span>
      </label>
      <textarea
        id={words}
        rows={4}
        maxLength={INTRODUCTION}
        placeholder="几句话介绍自己"
        value={draft.introduction}
        onChange={(event) => write('introduction')(event.target.value)}
      />
      {wrong.whole ? (
        <p className="field-error" role="alert">
          {wrong.whole}
        </p>
      ) : null}
      <button type="submit" className="button button-fill button-tall button-wide profile-save" {...busy(save.isPending)}>
        {save.isPending ? '正在保存…' : '保存'}
      </button>
    </form>
  );
}
