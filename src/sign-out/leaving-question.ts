import { session } from '../session/session.store.ts';

const QUESTION = '确定注销并退出系统吗？';
/** Milliseconds after which the question is asked without the list. */
const PATIENCE_MS = 3_000;

/** Returns the question before a sign-out: with what is not sent yet and what will be removed. */
export async function leavingQuestion(): Promise<string> {
  const { now } = session;
  if (now.state !== 'authenticated') return QUESTION;
  const { userId } = now.user;
  const listed = import('./departure.ts').then(({ departureWords }) => departureWords(userId));
  const words = await Promise.race([listed.catch(() => ''), new Promise<string>((resolve) => setTimeout(() => resolve(''), PATIENCE_MS))]);
  return words ? `${QUESTION}\n${words}` : QUESTION;
}
