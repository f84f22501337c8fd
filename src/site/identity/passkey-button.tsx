import { useMutation } from '@tanstack/react-query';
import { signInByPasskey } from '../../session/sign-in.ts';

/** Signs in with a passkey; renders nothing when the browser does not support passkeys. */
export function PasskeyButton({ writeMemory, done, fail }: { writeMemory: boolean; done: () => void; fail: (words: string) => void }) {
  const enter = useMutation({ mutationFn: () => signInByPasskey(writeMemory), onSuccess: done, onError: ({ message }) => fail(message) });
  if (typeof PublicKeyCredential === 'undefined') return null;
  return (
    <button
      type="button"
      className="button button-line button-tall button-wide door-other"
      aria-busy={enter.isPending}
      onClick={() => enter.isPending || enter.mutate()}
    >
      使用通行密钥
    </button>
  );
}
