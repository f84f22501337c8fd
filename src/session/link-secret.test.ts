// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { forgetLinkSecret, linkSecret } from './link-secret.ts';

const PATH = '/cms/main/cmsPeriodical/invitation';
const SECRET = 'q'.repeat(32);

beforeEach(() => forgetLinkSecret(PATH, 'token'));

test.each([
  ['behind #', `${PATH}#token=${SECRET}`],
  ['in the query of an earlier release', `${PATH}?token=${SECRET}&from=mail`],
  ['in the path of an earlier release', `${PATH}/${SECRET}`],
])('#43.1 a page takes the secret of its link %s and removes it from the address', (_where, address) => {
  const entries = history.length;
  history.replaceState({ idx: 0 }, '', address);
  expect(linkSecret(PATH, 'token')).toBe(SECRET);
  expect(location.href).not.toContain(SECRET);
  expect(location.pathname).toBe(PATH);
  expect(history.length).toBe(entries);
  expect(history.state).toEqual({ idx: 0 });
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain(SECRET);
  // After a sign-in the page opens again without the secret in its address.
  expect(linkSecret(PATH, 'token')).toBe(SECRET);
  forgetLinkSecret(PATH, 'token');
  expect(linkSecret(PATH, 'token')).toBe('');
});
