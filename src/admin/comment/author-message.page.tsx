import { useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Image } from 'antd';
import { authorMessage, authorMessageEvent } from '../../../contract/comment/author-message.ts';
import { authorMessageMachine } from '../../../contract/comment/author-message.machine.ts';
import { call } from '../../api/call.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { allOf } from '../../api/all-of.ts';
import type { ModerationState } from '../../../contract/comment/comment.ts';
import { useModeration } from './use-moderation.tsx';

/** A5: every note of an author. */
export function AuthorMessagePage() {
  const client = useQueryClient();
  const { rowActions, toolbar, dialog } = useModeration(
    authorMessageMachine,
    (event, ids, reason) => call(authorMessageEvent, { params: { event, ids: ids.join() }, body: { reason } }),
    () => client.invalidateQueries(allOf(authorMessage.list)),
  );
  const messages = useMemo(
    () =>
      resource(authorMessage, {
        columns: ['content', 'title', 'authorName', 'status', 'topFlag', 'likeNum', 'replyNum', 'createTime'],
        search: ['content', 'authorName', 'status', 'topFlag'],
        form: ['topFlag'],
        empty: '暂无留言',
        widths: { content: 260, title: 140, authorName: 100, status: 90, topFlag: 80, likeNum: 70, replyNum: 70 },
        detail: [
          'title',
          'content',
          'images',
          'authorName',
          'status',
          'rejectReason',
          'auditBy',
          'auditTime',
          'record',
          'likeNum',
          'replyNum',
          'createTime',
        ],
        cell: {
          images: (row) => row.images.map((src, index) => <Image key={src} src={src} alt={`图片${index + 1}`} width={80} />),
        },
        rowActions: (row, tools) => rowActions({ id: row.messageId, status: row.status as ModerationState }, tools),
        toolbar: (tools, chosen) =>
          toolbar(
            tools,
            chosen.map((row) => ({ id: row.messageId, status: row.status as ModerationState })),
          ),
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the functions only set state of this page
    [],
  );
  return (
    <>
      <ResourcePage resource={messages} />
      {dialog}
    </>
  );
}
