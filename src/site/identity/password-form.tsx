import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { savePassword } from '../../../contract/identity/profile.ts';
import { call } from '../../api/call.ts';
import { toast } from '../frame/dialogs.ts';
import { busy } from '../frame/busy.ts';
import { focusFirstWrong, PasswordField } from './field.tsx';
import { badPassword, passwordRejectedBy } from './register-check.ts';
import { PASSWORD_LENGTH } from '../../../contract/limits.ts';

const EMPTY = { oldPassword: '', newPassword: '', again: '' };
type Wrong = Partial<Record<keyof typeof EMPTY, string>>;

export function PasswordForm() {
  const [draft, setDraft] = useState(EMPTY);
  const [wrong, setWrong] = useState<Wrong>({});
  const form = useRef<HTMLFormElement>(null);
  const fail = (errors: Wrong): void => {
    setWrong(errors);
    requestAnimationFrame(() => focusFirstWrong(form.current, errors));
  };
  const save = useMutation({
    mutationFn: () => call(savePassword, { body: { oldPassword: draft.oldPassword, newPassword: draft.newPassword } }),
    onSuccess: () => {
      setDraft(EMPTY);
      void toast('密码已修改，下次登录请用新密码');
    },
    onError: (error) => fail(passwordRejectedBy(error.message)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const bad = badPassword(draft.newPassword);
    const errors: Wrong = {
      ...(draft.oldPassword ? {} : { oldPassword: '请输入旧密码' }),
      ...(bad ? { newPassword: bad } : {}),
      ...(draft.again === draft.newPassword ? {} : { again: '两次输入的密码不一致' }),
    };
    if (Object.keys(errors).length > 0) return fail(errors);
    setWrong({});
    save.mutate();
  };
  const write = (key: keyof typeof EMPTY) => (value: string) => setDraft({ ...draft, [key]: value });
  return (
    <form className="profile-part" ref={form} onSubmit={submit} noValidate>
      <h2>修改密码</h2>
      <PasswordField
        name="oldPassword"
        label="旧密码"
        autoComplete="current-password"
        value={draft.oldPassword}
        change={write('oldPassword')}
        error={wrong.oldPassword}
      />
      <PasswordField
        name="newPassword"
        label="新密码"
        placeholder="8 到 64 个字符"
        autoComplete="new-password"
        maxLength={PASSWORD_LENGTH.most}
        value={draft.newPassword}
        change={write('newPassword')}
        error={wrong.newPassword}
      />
      <PasswordField
        name="again"
        label="再输一遍"
        autoComplete="new-password"
        maxLength={PASSWORD_LENGTH.most}
        value={draft.again}
        change={write('again')}
        error={wrong.again}
      />
      <button type="submit" className="button button-wash button-tall button-wide profile-save" {...busy(save.isPending)}>
        {save.isPending ? '正在修改…' : '修改密码'}
      </button>
    </form>
  );
}
