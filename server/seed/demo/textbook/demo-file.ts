import { createHash, randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import { wireTime } from '../../../db/clock.ts';
import type { AppContext } from '../../../context.ts';
import type { CurrentUser } from '../../../http/current-user.ts';

interface DemoFile {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
  /** Everybody may read it, as a picture in an article; else only the users of a record that contains it. */
  readonly isPublic: boolean;
}

/** Stores a file as an upload of the user would; returns its id and its address. */
export async function storeDemoFile(
  context: AppContext,
  owner: CurrentUser,
  { name, mime, bytes, isPublic }: DemoFile,
): Promise<{ readonly fileId: number; readonly address: string }> {
  const now = Date.now();
  const address = `/profile/upload/${wireTime(now).slice(0, 10).replaceAll('-', '/')}/${randomBytes(16).toString('hex')}${extname(name)}`;
  await context.files.put(address.slice(1), bytes, mime);
  const { id: fileId } = await context.db
    .insertInto('file')
    .values({
      fileName: address,
      fileOriginName: name,
      url: context.settings.publicUrl + address,
      size: bytes.length,
      mime,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ownerId: owner.userId,
      isPublic: isPublic ? '1' : '0',
      createTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { fileId, address };
}
