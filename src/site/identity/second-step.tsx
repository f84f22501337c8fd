import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { takeSecondStep } from '../../session/sign-in.ts';
import { busy } from '../frame/busy.ts';
import { Field } from './field.tsx';

interface SecondStepProps {
  readonly ticket: string;
  readonly writeMemory: boolean;
  readonly done: () => void;
  /** The sign-in has expired and has to start again. */
  readonly again: (words: string) => void;
}

/** Asks for the code of the authenticator app, or for a recovery code. */
export function SecondStepForm({ ticket, writeMemory, done, again }: SecondStepProps) {
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState(false);
  const [wrong, setWrong] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const focus = (): void => form.current?.querySelector('input')?.focus();
  useEffect(focus, [recovery]);
  const enter = useMutation({
    mutationFn: () => takeSecondStep(ticket, code, writeMemory),
    onSuccess: done,
    onError: ({ message }) => {
      if (/重新登录/.test(message)) return again(message);
      setCode('');
      setWrong(message);
      focus();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = code.replace(/[\s-]/g, '');
    if (typed === '') return setWrong(recovery ? '请输入恢复码' : '请输入6位验证码');
    setWrong('');
    enter.mutate();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Field
        key={String(recovery)}
        name="secondCode"
        label={recovery ? '恢复码' : '验证码'}
        placeholder={recovery ? '如 abcde-23456' : '验证器应用里的6位数字'}
        icon="shield"
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={recovery ? 20 : 8}
        value={code}
        change={setCode}
        error={wrong || undefined}
      />
      <div className="door-row">
        <button
          type="button"
          className="text-link"
          onClick={() => {
            setRecovery(!recovery);
            setCode('');
            setWrong('');
          }}
        >
          {recovery ? '用验证器应用' : '用恢复码'}
        </button>
        <button type="button" className="text-link" onClick={() => again('')}>
          换个账号
        </button>
      </div>
      <button type="submit" className="button button-fill button-tall button-wide" {...busy(enter.isPending)}>
        {enter.isPending ? '正在登录…' : '登录'}
      </button>
    </form>
  );
}
