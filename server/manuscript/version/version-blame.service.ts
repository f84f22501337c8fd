import type { VersionBlame } from '../../../contract/manuscript/manuscript-version.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import { limitDocumentWork } from '../../document/document-rate.ts';
import { documentWorker } from '../../document/document-worker.ts';
import { missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { authorView } from '../author/author-view.service.ts';
import { versionById, versionsOf } from './manuscript-version.queries.ts';
import { readsVersion } from '../manuscript.policy.ts';
import { readableManuscript, versionLines } from './manuscript-version.service.ts';

/** Versions read for one answer: each is a file of the store. */
const VERSIONS = 60;
const PARAGRAPHS = 20_000;
const LEFT = '已离开的用户';

/** Who changed each paragraph of a version last, over the stored versions up to it. Versions that the user may not read do not count. */
export async function blameFor(context: AppContext, currentUser: CurrentUser, versionId: number): Promise<VersionBlame> {
  await limitDocumentWork(context, currentUser);
  const { db } = context;
  const chosen = await versionById(db, versionId);
  if (!chosen) throw missing('版本不存在，请刷新后重试');
  const row = await readableManuscript(db, currentUser, chosen.archiveId);
  if (!readsVersion(row, chosen, currentUser)) throw missing('版本不存在，请刷新后重试');
  const readable = (await versionsOf(db, row.id))
    .filter((version) => version.versionNo <= chosen.versionNo && readsVersion(row, version, currentUser))
    .toReversed();
  const read = readable.slice(-VERSIONS);
  const versions: { number: number; lines: string[] }[] = [];
  for (const version of read) versions.push({ number: version.versionNo, lines: await versionLines(context, version) });
  const present = await documentWorker.blame(versions);
  const paragraphs = present.lines.map((text, index) => ({ text, version: present.blame[index] as number })).filter(({ text }) => text.trim() !== '');
  const named = new Set(paragraphs.map(({ version }) => version));
  const users = [...new Set(read.filter(({ versionNo }) => named.has(versionNo)).map(({ changedBy }) => changedBy))];
  const userOf = new Map(read.map(({ versionNo, changedBy }) => [versionNo, changedBy]));
  const view = await authorView(context, row, currentUser);
  const nameOf = (user: number): string => {
    const name = read.find(({ changedBy }) => changedBy === user)?.changedByName ?? LEFT;
    return view ? view.nameOf(user, name) : name;
  };
  const shares = users.map((user) => {
    const own = paragraphs.filter(({ version }) => userOf.get(version) === user);
    return {
      name: nameOf(user),
      paragraphs: own.length,
      characters: own.reduce((sum, { text }) => sum + text.length, 0),
    };
  });
  return {
    archiveId: row.id,
    title: row.title,
    versionNo: chosen.versionNo,
    people: shares,
    versions: read
      .map((version, index) => ({
        versionId: version.id,
        versionNo: version.versionNo,
        person: users.indexOf(version.changedBy),
        createTime: wireTime(version.createTime),
        note: version.label || version.note,
        before: index > 0 ? (read[index - 1]?.versionNo ?? null) : null,
      }))
      .filter(({ versionNo }) => named.has(versionNo))
      .toReversed(),
    paragraphs: paragraphs.slice(0, PARAGRAPHS),
    cut: paragraphs.length > PARAGRAPHS,
    older: readable.length - read.length,
  };
}
