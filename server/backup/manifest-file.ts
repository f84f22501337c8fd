import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { backupManifest, BackupError, MANIFEST, sealedManifest, type BackupManifest } from './backup-manifest.ts';
import type { Place } from './place/place.ts';
import { keyOf, opened, SALT_BYTES, SCRYPT_COST, sealed, sealedPlace } from './place/sealed-place.ts';

/** The key of an encrypted backup and what is needed to derive it again. */
export interface BackupKey {
  readonly key: Buffer;
  readonly salt: Buffer;
  readonly cost: number;
}

export async function newKey(passphrase: string): Promise<BackupKey> {
  const salt = randomBytes(SALT_BYTES);
  return { key: await keyOf(passphrase, salt, SCRYPT_COST), salt, cost: SCRYPT_COST };
}

/** Writes `backup.json`, the last file of a backup: without it a backup is incomplete. */
export async function writeManifest(place: Place, manifest: BackupManifest, key: BackupKey | null): Promise<void> {
  const plain = JSON.stringify(manifest, null, 1);
  const content = key
    ? {
        format: 2,
        madeAt: manifest.madeAt,
        encryption: { kdf: 'scrypt', salt: key.salt.toString('base64'), cost: key.cost, cipher: 'aes-256-gcm' },
        sealed: (await buffer(sealed(Readable.from([Buffer.from(plain)]), key.key, MANIFEST))).toString('base64'),
      }
    : null;
  await place.write(MANIFEST, Readable.from([`${content ? JSON.stringify(content, null, 1) : plain}\n`]));
}

export interface OpenedBackup {
  readonly manifest: BackupManifest;
  /** Reads files of the backup decrypted. */
  readonly files: Place;
  /** Null for a backup that is not encrypted. */
  readonly key: BackupKey | null;
}

/** Reads the manifest of a backup. Throws `BackupError` when it is missing or unreadable, or when the passphrase is missing or wrong. */
export async function openBackup(place: Place, passphrase: string | null): Promise<OpenedBackup> {
  const found = await place.read(MANIFEST).then(text, () => {
    throw new BackupError(`${place.label} 不是完整的备份：没有 ${MANIFEST}`);
  });
  const content = parsed(found);
  const locked = sealedManifest.safeParse(content);
  if (!locked.success) {
    const manifest = backupManifest.safeParse(content);
    if (!manifest.success) throw new BackupError(`${place.label} 里的 ${MANIFEST} 无法识别，请换一份备份`);
    return { manifest: manifest.data, files: place, key: null };
  }
  if (passphrase === null) throw new BackupError('这份备份加了密，请用 BACKUP_PASSPHRASE 写明口令');
  const { encryption } = locked.data;
  if (encryption.cost > SCRYPT_COST) throw new BackupError(`${place.label} 里的 ${MANIFEST} 无法识别，请换一份备份`);
  const salt = Buffer.from(encryption.salt, 'base64');
  const key = { key: await keyOf(passphrase, salt, encryption.cost), salt, cost: encryption.cost };
  const plain = await text(opened(Readable.from([Buffer.from(locked.data.sealed, 'base64')]), key.key, MANIFEST)).catch(() => {
    throw new BackupError('口令不对，或备份已损坏：解不开清单');
  });
  return { manifest: backupManifest.parse(parsed(plain)), files: sealedPlace(place, key.key), key };
}

function parsed(found: string): unknown {
  try {
    return JSON.parse(found);
  } catch {
    return null;
  }
}
