import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { PasskeyAnswer } from '../../contract/identity/second-factor.ts';

const DECLINED = '没有使用通行密钥：您取消了，或等待超时。可以重试';

/** Converts the browser's errors into messages for users. */
function inWords(error: unknown): Error {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return new Error('这台设备已经添加过通行密钥');
  if (name === 'NotAllowedError' || name === 'AbortError') return new Error(DECLINED);
  return new Error('这个浏览器或网址不支持通行密钥，请换一种方式');
}

/** Creates a passkey on this device. */
export async function makePasskey(options: object): Promise<PasskeyAnswer> {
  const made = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }).catch((error: unknown) => {
    throw inWords(error);
  });
  return made as unknown as PasskeyAnswer;
}

/** Signs a challenge with a passkey that the user chooses. */
export async function requestPasskey(options: object): Promise<PasskeyAnswer> {
  const signed = await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }).catch((error: unknown) => {
    throw inWords(error);
  });
  return signed as unknown as PasskeyAnswer;
}

export const hasPasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined';
