import { buffer } from 'node:stream/consumers';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/database.ts';
import { anonymise } from '../../document/anonymise.ts';
import { documentWorker } from '../../document/document-worker.ts';
import type { Renaming } from '../../document/rename-people.ts';
import { AppError, failed } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { addAlias, aliasesOf, peopleByIds, reviewersOf, versionsOf } from '../version/manuscript-version.queries.ts';
import type { ManuscriptRow } from '../manuscript.queries.ts';
import { isAuthor, isAuthorAccount, isEditor } from '../manuscript.policy.ts';

const EDITOR = '编辑';
/** Largest file whose properties can be removed, bytes. */
const CLEANED_BYTES = 50 * 1024 * 1024;

/** What leaves towards an author of a manuscript. Every answer and file with names of other people asks it. */
export interface AuthorView {
  /** Name of the person who stored a version or file. */
  nameOf(userId: number, name: string): string;
  /** A version without names of reviewers. */
  version(version: { readonly versionNo: number; readonly source: string; readonly changedBy: number }, bytes: Buffer): Promise<Buffer>;
  /** Whether a file is sent in another form than it is stored. */
  changes(file: { readonly fileName: string; readonly ownerId: number }): boolean;
  /** A file of the manuscript without names of reviewers. */
  file(file: { readonly fileName: string; readonly ownerId: number }, bytes: Buffer): Promise<Buffer>;
}

/**
 * Null for everybody but the authors of the manuscript: the owner and the co-authors, also those on the staff. A reviewer has one number in a manuscript,
 * which never changes; the responsible editor, whom the author knows by name, is called 编辑.
 */
export async function authorView(context: AppContext, row: ManuscriptRow, currentUser: CurrentUser, inside?: Tx): Promise<AuthorView | null> {
  if (!isAuthor(row, currentUser)) return null;
  const db = inside ?? context.db;
  const aliases = await numbersOf(db, row);
  const people = await peopleByIds(db, [...aliases.keys()]);
  const aliasOf = (userId: number): string | undefined => {
    const number = aliases.get(userId);
    return number === undefined ? undefined : isEditor(row, { userId }) ? EDITOR : `审稿人${number}`;
  };
  const byId = Object.fromEntries([...aliases.keys()].map((userId) => [String(userId), aliasOf(userId) ?? EDITOR]));
  const byName = Object.fromEntries(
    people.flatMap(({ id, nickName, realName, userName }) =>
      [nickName, realName, userName].filter((name) => name !== '').map((name) => [name, aliasOf(id) ?? EDITOR]),
    ),
  );
  const renaming = (keep: readonly string[] | null): Renaming => ({ byId, byName, keep, rest: EDITOR });
  const authors = (JSON.parse(row.authors) as { name: string }[]).map(({ name }) => name);

  /** Names that the author's own newest version contains: those of the author's word processor. */
  async function ownNames(before: number): Promise<string[]> {
    const own = (await versionsOf(db, row.id)).find(
      ({ source, versionNo, mime }) => source === 'author' && versionNo <= before && mime.includes('word'),
    );
    return own ? [...authors, row.ownerName ?? '', ...(await documentWorker.people(await buffer(await context.files.read(own.fileKey))))] : authors;
  }
  const changes = ({ ownerId }: { readonly ownerId: number }): boolean => aliases.size > 0 && !isAuthorAccount(row, ownerId);
  return {
    changes,
    nameOf: (userId, name) => (aliases.has(userId) && !isEditor(row, { userId }) ? `${EDITOR}部` : name),
    async version({ versionNo, source }, bytes) {
      if (aliases.size === 0) return bytes;
      return documentWorker.rename(bytes, renaming(source === 'author' ? null : await ownNames(versionNo)));
    },
    async file({ fileName, ownerId }, bytes) {
      if (!changes({ ownerId })) return bytes;
      const type = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
      if (type === 'docx') return documentWorker.rename(bytes, renaming(await ownNames(row.currentVersion)));
      if (type === 'epub') return documentWorker.rename(bytes, renaming(null));
      const cleans = type === 'pdf' || type === 'png' || type === 'jpg' || type === 'jpeg';
      if (cleans && bytes.length <= CLEANED_BYTES) {
        const clean = await anonymise(bytes, type === 'jpeg' ? 'jpg' : type, EDITOR).catch((error: unknown) => {
          if (error instanceof AppError) return null;
          throw error;
        });
        if (clean) return clean.bytes;
      }
      // The properties of other files cannot be removed here.
      const named = Object.keys(byName).some((name) => bytes.includes(name) || bytes.includes(Buffer.from(name, 'utf16le').swap16()));
      if (aliases.has(ownerId) || named) throw failed('这个文件里可能有审稿人的信息，请联系责任编辑另发一份');
      return bytes;
    },
  };
}

/** The numbers of the reviewers. A reviewer whose task was given to another person keeps the number. */
async function numbersOf(db: AppContext['db'] | Tx, row: ManuscriptRow): Promise<ReadonlyMap<number, number>> {
  const known = await aliasesOf(db, row.id);
  const numbered = new Set(known.map((alias) => alias.userId));
  const missing = (await reviewersOf(db, row.id)).filter((userId) => !isAuthorAccount(row, userId) && !numbered.has(userId));
  for (const userId of missing) await addAlias(db, row.id, userId);
  const all = missing.length === 0 ? known : await aliasesOf(db, row.id);
  return new Map(all.map(({ userId }, index) => [userId, index + 1]));
}
