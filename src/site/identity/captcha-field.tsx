import { useQuery } from '@tanstack/react-query';
import { captchaImage } from '../../../contract/identity/login.ts';
import { queryOf } from '../../api/query-client.ts';
import { withKey } from '../../api/with-key.ts';
import { Field } from './field.tsx';

/** Returns the CAPTCHA picture, its id, and a function to get another one; `shown` is false when the server requires none. */
export function useCaptcha() {
  const { data, refetch, isFetching } = useQuery({ ...withKey(queryOf(captchaImage, {}), 'passing'), staleTime: 0, gcTime: 0 });
  return { shown: data?.captchaEnabled ?? false, uuid: data?.uuid ?? '', picture: data?.img ?? '', renew: () => void refetch(), isFetching };
}

interface CaptchaFieldProps {
  captcha: ReturnType<typeof useCaptcha>;
  value: string;
  change: (value: string) => void;
  error?: string | undefined;
}

export function CaptchaField({ captcha, value, change, error }: CaptchaFieldProps) {
  if (!captcha.shown) return null;
  const type = captcha.picture.startsWith('PHN2') || captcha.picture.startsWith('PD94') ? 'svg+xml' : 'png';
  return (
    <Field
      name="code"
      label="验证码"
      placeholder="算出结果"
      icon="shield"
      inputMode="text"
      autoComplete="off"
      maxLength={20}
      value={value}
      change={change}
      error={error}
    >
      <button type="button" className="captcha" aria-label="验证码图片，点按换一张" onClick={captcha.renew} disabled={captcha.isFetching}>
        {captcha.picture ? <img src={`data:image/${type};base64,${captcha.picture}`} alt="" width={116} height={44} /> : null}
      </button>
    </Field>
  );
}
