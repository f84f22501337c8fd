import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { reportComment, type CommentCard } from '../../../contract/comment/comment.ts';
import { REPORT_REASONS } from '../../../contract/comment/comment-limits.ts';
import { call } from '../../api/call.ts';
import { toast } from '../frame/dialogs.ts';
import { Sheet } from '../frame/sheet.tsx';

const LABELS: Readonly<Record<(typeof REPORT_REASONS)[number], string>> = {
  abuse: '辱骂攻击',
  spoiler: '剧透',
  advert: '广告',
  illegal: '违法违规',
  privacy: '泄露隐私',
  other: '其他',
};

/** Reports a comment with a reason; the writer does not see who reported it. */
export function ReportSheet({ comment, close }: { comment: CommentCard; close: () => void }) {
  const [reason, setReason] = useState<(typeof REPORT_REASONS)[number] | null>(null);
  const [detail, setDetail] = useState('');
  const send = useMutation({
    mutationFn: () => call(reportComment, { params: { commentId: comment.commentId }, body: { reason: reason ?? 'other', detail } }),
    onSuccess: () => {
      void toast('已收到举报，我们会尽快处理');
      close();
    },
  });
  return (
    <Sheet
      title="举报评论"
      close={close}
      foot={
        <button
          type="button"
          className="button button-fill button-tall button-wide"
          disabled={!reason || send.isPending}
          onClick={() => send.mutate()}
        >
          {send.isPending ? '正在提交' : '提交举报'}
        </button>
      }
    >
      <fieldset className="comment-reasons">
        <legend className="meta">请选择理由，作者不会知道是谁举报的</legend>
        {REPORT_REASONS.map((one) => (
          <label key={one}>
            <input type="radio" name="report-reason" checked={reason === one} onChange={() => setReason(one)} />
            {LABELS[one]}
          </label>
        ))}
      </fieldset>
      <label className="comment-detail">
        补充说明（可不填）
        <textarea rows={3} maxLength={200} value={detail} onChange={(event) => setDetail(event.target.value)} />
      </label>
      {send.error ? (
        <p className="comment-wrong" role="alert">
          {send.error.message}
        </p>
      ) : null}
    </Sheet>
  );
}
