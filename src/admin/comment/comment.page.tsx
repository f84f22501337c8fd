import { useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { comment, commentEvent, type ModerationState } from '../../../contract/comment/comment.ts';
import { commentMachine } from '../../../contract/comment/comment.machine.ts';
import { call } from '../../api/call.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { allOf } from '../../api/all-of.ts';
import { useModeration } from './use-moderation.tsx';

/** #113: every comment. */
export function CommentPage() {
  const client = useQueryClient();
  const { rowActions, toolbar, dialog } = useModeration(
    commentMachine,
    (event, ids, reason) => call(commentEvent, { params: { event, ids: ids.join() }, body: { reason } }),
    () => client.invalidateQueries(allOf(comment.list)),
  );
  const comments = useMemo(
    () =>
      resource(comment, {
        columns: ['content', 'targetTitle', 'targetType', 'nickName', 'status', 'likeNum', 'reportNum', 'createTime'],
        search: ['content', 'nickName', 'targetType', 'status'],
        empty: '暂无评论',
        widths: { content: 240, targetTitle: 140, targetType: 100, nickName: 90, status: 90, likeNum: 70, reportNum: 70 },
        detail: [
          'content',
          'previousContent',
          'targetType',
          'targetTitle',
          'nickName',
          'score',
          'spoiler',
          'status',
          'rejectReason',
          'auditBy',
          'auditTime',
          'record',
          'likeNum',
          'replyNum',
          'reportNum',
          'ip',
          'createTime',
        ],
        rowActions: (row, tools) => rowActions({ id: row.commentId, status: row.status as ModerationState }, tools),
        toolbar: (tools, chosen) =>
          toolbar(
            tools,
            chosen.map((row) => ({ id: row.commentId, status: row.status as ModerationState })),
          ),
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the functions only set state of this page
    [],
  );
  return (
    <>
      <ResourcePage resource={comments} />
      {dialog}
    </>
  );
}
