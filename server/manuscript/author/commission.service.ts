import type { ManuscriptKind } from '../../../contract/manuscript/manuscript-limits.ts';
import { MANUSCRIPT } from '../../../contract/manuscript/manuscript-limits.ts';
import type { Tx } from '../../db/database.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { logTransition } from '../../state-machine/transition-log.ts';

export interface Commission {
  readonly ownerId: number;
  readonly authorName: string;
  readonly topicId: number;
  readonly title: string;
  readonly kind: ManuscriptKind;
  readonly summary: string;
  /** Thousands of characters. */
  readonly planWordCount: number;
}

/** Creates the draft manuscript of a commissioned work for its author, and returns its id. */
export async function addCommissioned(tx: Tx, currentUser: CurrentUser, given: Commission): Promise<number> {
  const { authorName, ownerId, ...columns } = given;
  const now = Date.now();
  const { id } = await tx
    .insertInto('manuscript')
    .values({
      ...columns,
      ownerId,
      summary: [...given.summary].slice(0, MANUSCRIPT.summary).join(''),
      authors: JSON.stringify([{ name: authorName, role: '著', share: MANUSCRIPT.shares, userId: ownerId }]),
      editorId: null,
      typesetterId: null,
      publicationId: null,
      archiveTypeId: null,
      publishedAt: null,
      turnUserId: ownerId,
      dueAt: null,
      restoreAskedAt: null,
      stageSince: now,
      createBy: currentUser.userName,
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await logTransition(tx, currentUser, {
    entityType: 'manuscript',
    entityId: id,
    event: 'create',
    fromStatus: '',
    toStatus: 'draft',
    note: '选题通过论证，为作者建稿',
  });
  return id;
}
