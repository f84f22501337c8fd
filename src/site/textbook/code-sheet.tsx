import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { ownCodes, redeemCode } from '../../../contract/textbook/access-code.ts';
import { ACCESS_CODE_LENGTH, readAccessCode, typedCode } from '../../../contract/textbook/access-code-text.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { CaptchaField, useCaptcha } from '../identity/captcha-field.tsx';
import { toast } from '../frame/dialogs.ts';
import { Sheet } from '../frame/sheet.tsx';
import { mine } from './textbook-queries.ts';

const PARTS = 3;
const SIZE = ACCESS_CODE_LENGTH / PARTS;
const partsOf = (code: string): string[] => Array.from({ length: PARTS }, (_part, at) => code.slice(at * SIZE, (at + 1) * SIZE));
const bookPath = (publishId: number): string => `/cms/main/bookDetail/${publishId}`;

/** Three fields of four characters for the code of a printed book; the whole code may be pasted into any of them. */
export function CodeSheet({ code: given, close }: { code: string; close: () => void }) {
  const id = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [parts, setParts] = useState(() => partsOf(typedCode(given).slice(0, ACCESS_CODE_LENGTH)));
  const [fault, setFault] = useState('');
  const [captchaNeeded, setCaptchaNeeded] = useState(false);
  const fields = useRef<(HTMLInputElement | null)[]>([]);
  const code = parts.join('');
  const redeem = useMutation({
    mutationFn: (sum: { captcha: string; uuid: string }) => call(redeemCode, { body: { code, ...sum } }, { known: true }),
    onSuccess: async ({ captchaNeeded: needed, publishId, title }) => {
      if (needed) return setCaptchaNeeded(true);
      await Promise.all([
        client.invalidateQueries({ queryKey: mine.queryKey }),
        client.invalidateQueries({ queryKey: queryOf(ownCodes, {}).queryKey }),
      ]);
      void toast(`已激活${inTitleMarks(title)}`);
      close();
      void navigate(bookPath(publishId));
    },
    onError: (error) => setFault(error.message),
  });
  useEffect(() => fields.current[Math.min(PARTS - 1, Math.floor(typedCode(given).length / SIZE))]?.focus(), [given]);

  const change = (at: number, text: string): void => {
    setFault('');
    const before = parts.slice(0, at).join('');
    const typed = typedCode(text);
    const after = parts.slice(at + 1).join('');
    // More than a field holds runs on into the next ones.
    const next = partsOf(
      (typed.length > SIZE ? before + typed + after.slice(typed.length - SIZE) : before.padEnd(at * SIZE) + typed.padEnd(SIZE) + after).slice(
        0,
        ACCESS_CODE_LENGTH,
      ),
    );
    setParts(next.map((part) => part.trim()));
    if (typed.length >= SIZE) fields.current[Math.min(PARTS - 1, at + Math.floor(typed.length / SIZE))]?.focus();
  };
  const paste = (event: ClipboardEvent): void => {
    const typed = typedCode(event.clipboardData.getData('text'));
    if (typed.length <= SIZE) return;
    event.preventDefault();
    setFault('');
    setParts(partsOf(typed.slice(0, ACCESS_CODE_LENGTH)));
    fields.current[PARTS - 1]?.focus();
  };
  const back = (at: number, event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Backspace' && event.currentTarget.value === '' && at > 0) fields.current[at - 1]?.focus();
  };
  const submit = (sum = { captcha: '', uuid: '' }): void => {
    const read = readAccessCode(code);
    if ('fault' in read) setFault(read.fault);
    else redeem.mutate(sum);
  };
  return (
    <Sheet
      title="输入激活码"
      close={close}
      foot={
        captchaNeeded ? null : (
          <button type="submit" form={id} className="button button-fill button-tall button-wide" disabled={redeem.isPending || code.length === 0}>
            {redeem.isPending ? '正在激活…' : '激活'}
          </button>
        )
      }
    >
      <form
        id={id}
        className="textbook-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className="meta">刮开纸书上的涂层，共 {ACCESS_CODE_LENGTH} 位，每四位一格。也可以用相机扫旁边的二维码。</p>
        <fieldset className="code-parts" aria-label="激活码" onPaste={paste}>
          {parts.map((part, at) => (
            <input
              // oxlint-disable-next-line react/no-array-index-key -- three fixed fields
              key={at}
              ref={(field) => void (fields.current[at] = field)}
              aria-label={`激活码第${at + 1}格`}
              aria-invalid={fault !== ''}
              value={part}
              autoCapitalize="characters"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              disabled={redeem.isPending}
              onChange={(event) => change(at, event.target.value)}
              onKeyDown={(event) => back(at, event)}
            />
          ))}
        </fieldset>
        <p className="wrong" role="alert">
          {fault}
        </p>
      </form>
      {captchaNeeded ? <Sum busy={redeem.isPending} send={submit} /> : null}
      <OwnCodes />
    </Sheet>
  );
}

/** After wrong codes: the sum of a picture, so that a program cannot guess. */
function Sum({ busy, send }: { busy: boolean; send: (sum: { captcha: string; uuid: string }) => void }) {
  const captcha = useCaptcha();
  const [answer, setAnswer] = useState('');
  return (
    <form
      className="textbook-form"
      onSubmit={(event) => {
        event.preventDefault();
        send({ captcha: answer, uuid: captcha.uuid });
        setAnswer('');
        captcha.renew();
      }}
    >
      <CaptchaField captcha={captcha} value={answer} change={setAnswer} />
      <button type="submit" className="button button-fill button-tall button-wide" disabled={busy || answer.trim() === ''}>
        {busy ? '正在激活…' : '激活'}
      </button>
    </form>
  );
}

/** The books that the reader activated before, to find out whether a code was used. */
function OwnCodes() {
  const { data = [] } = useQuery(queryOf(ownCodes, {}));
  if (data.length === 0) return null;
  return (
    <section aria-label="我激活过的教材">
      <h3 className="code-own-title">我激活过的教材</h3>
      <ul className="code-own">
        {data.map(({ publishId, title, last4, usedAt, validTo }) => (
          <li key={`${publishId} ${usedAt}`}>
            <span>{inTitleMarks(title)}</span>
            <span className="meta">
              ····{last4} · {usedAt.slice(0, 10)}
              {validTo ? ` · 读到 ${validTo}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
