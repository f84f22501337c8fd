import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { SECRET_MASK } from '../../contract/mail-template.ts';

/** What a link needs of the settings: the address of the site, and the key of this server. */
export interface LinkSite {
  readonly publicUrl: string;
  readonly secret: Buffer;
}

/** A link whose secret is masked in `url`, as the mail row, pages and exports show it, and encrypted in `sealed`. */
export interface SecretLink {
  readonly url: string;
  readonly sealed: string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = ({ secret }: Pick<LinkSite, 'secret'>): Buffer => createHmac('sha256', secret).update('link secrets of queued mails').digest();

/** A new secret for a link of one use: 192 random bits, 32 characters of base64url. */
export const newLinkSecret = (): string => randomBytes(24).toString('base64url');

/** The only form in which a table or the cache stores a link secret. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** AES-256-GCM; base64url of iv, tag and text. The key is in the data directory, so a dump of the database does not contain the secret. */
export function sealSecret(site: Pick<LinkSite, 'secret'>, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(site), iv);
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/** Throws when another server key sealed the secret. */
export function openSecret(site: Pick<LinkSite, 'secret'>, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(site), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

/** A link with its secret behind `#`: browsers send no fragment, so it is in no server log and no referrer. */
export const secretLink = (site: LinkSite, path: string, name: string, secret: string): SecretLink => ({
  url: `${site.publicUrl}${path}#${name}=${SECRET_MASK}`,
  sealed: sealSecret(site, secret),
});
