import { failed } from '../http/app-error.ts';
import { anonymiseDocx } from './anonymise-docx.ts';
import { anonymisePdf } from './anonymise-pdf.ts';
import { anonymisePicture } from './anonymise-picture.ts';
import { findIdentity, textsOf, type Identity, type IdentityPlace } from './identity-scan.ts';

/** Types of files that may cross the blind line. */
export const BLIND_TYPES = ['docx', 'pdf', 'jpg', 'png'] as const;
export type BlindType = (typeof BLIND_TYPES)[number];

export interface AnonymiseOrder {
  readonly bytes: Uint8Array;
  readonly type: BlindType;
  readonly alias: string;
  readonly identity: Identity | null;
}

export type AnonymiseAnswer = { readonly bytes: Uint8Array; readonly places: readonly IdentityPlace[] } | { readonly refused: string };

/** Does the work of `anonymise` in this process. Throws an `AppError` for a file that cannot be read. */
export async function anonymiseHere({ bytes, type, alias, identity }: AnonymiseOrder): Promise<Extract<AnonymiseAnswer, { bytes: Uint8Array }>> {
  let made: Buffer;
  if (type === 'docx') made = await anonymiseDocx(bytes, alias);
  else if (type === 'pdf') made = await anonymisePdf(bytes, alias);
  else {
    const picture = anonymisePicture(Buffer.from(bytes));
    if (!picture) throw failed('图片无法读取，请换一张PNG或JPG图片');
    made = picture;
  }
  const places = identity ? findIdentity(await textsOf(made, type), identity) : [];
  return { bytes: new Uint8Array(made), places };
}
