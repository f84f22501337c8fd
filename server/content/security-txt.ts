import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '../../contract/clock.ts';
import type { AppContext } from '../context.ts';

const YEAR_MS = 365 * DAY_MS;
export const POLICY_PATH = '/.well-known/security-policy';
const POLICY_FILE = join(import.meta.dirname, '..', '..', 'SECURITY.md');

/** Returns `/.well-known/security.txt` by RFC 9116; null when the installation sets no contact (`SECURITY_CONTACT`). */
export function securityText({ settings }: AppContext, now = Date.now()): string | null {
  const { securityContact, publicUrl } = settings;
  if (!securityContact) return null;
  const lines = {
    Contact: securityContact,
    // The RFC recommends less than a year.
    Expires: new Date(now + YEAR_MS - 1000).toISOString().replace(/\.\d+Z$/, 'Z'),
    'Preferred-Languages': 'zh, en',
    Canonical: `${publicUrl}/.well-known/security.txt`,
    Policy: publicUrl + POLICY_PATH,
  };
  return `${Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n`;
}

/** The text of SECURITY.md. */
export const securityPolicy = (): Promise<string> => readFile(POLICY_FILE, 'utf8');
