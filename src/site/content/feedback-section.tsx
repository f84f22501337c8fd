import { useInfiniteQuery } from '@tanstack/react-query';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { feedbackEvent, myFeedback, type Feedback as FeedbackRow, type FeedbackEvent } from '../../../contract/system/feedback.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryClient } from '../../api/query-client.ts';
import { useFeedbackPictures } from '../../feedback/use-feedback-pictures.ts';
import { fullDate } from '../../format/date.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { More } from '../frame/load-more.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { useVisitor } from '../comment/use-visitor.ts';
import { FeedbackForm, TYPE_NAMES } from './feedback-form.tsx';

const own = pagesOf(myFeedback, { query: {} }, PAGE_SIZE, (data): { rows: FeedbackRow[]; total: number } => data);
const STATES: Readonly<Record<string, string>> = { new: '待处理', handling: '处理中', replied: '已回复', closed: '已关闭' };
const refresh = () => queryClient.invalidateQueries(allOf(myFeedback));

/** The feedback form, and for signed-in users what they sent and the answers. */
export function Feedback() {
  const { signedIn, userId, signIn } = useVisitor();
  return (
    <>
      <FeedbackForm signedIn={signedIn} onSent={() => void refresh()} />
      {signedIn ? (
        <OwnFeedback key={userId} />
      ) : (
        <p className="meta single-nothing">
          <button type="button" className="text-link" onClick={signIn}>
            登录
          </button>
          后可以附图片，并在这里看到我们的回复。
        </p>
      )}
    </>
  );
}

function OwnFeedback() {
  const list = useInfiniteQuery(own);
  const rows = list.data?.pages.flatMap((page) => page.rows);
  return (
    <div className="own-feedback">
      <h3>我的反馈</h3>
      {rows ? (
        rows.length > 0 ? (
          <>
            <ul>
              {rows.map((row) => (
                <li key={row.feedbackId}>
                  <FeedbackCard row={row} />
                </li>
              ))}
            </ul>
            {list.hasNextPage ? <More list={list} end="" /> : null}
          </>
        ) : (
          <p className="soft single-nothing">您还没有提交过反馈</p>
        )
      ) : list.error ? (
        <p className="single-nothing" role="alert">
          反馈记录加载失败。
          <button type="button" className="text-link" onClick={() => void list.refetch()}>
            点击重试
          </button>
        </p>
      ) : (
        <div aria-busy="true">
          <Skeleton height={72} top={12} />
        </div>
      )}
    </div>
  );
}

function FeedbackCard({ row }: { row: FeedbackRow }) {
  const pictures = useFeedbackPictures(row);
  const sendEvent = async (event: FeedbackEvent, done: string): Promise<void> => {
    try {
      await call(feedbackEvent, { params: { event, feedbackId: row.feedbackId } });
      void toast(done);
      await refresh();
    } catch (error) {
      void toastError(error);
    }
  };
  const reopen = async (): Promise<void> => {
    if (await confirm('问题还没有解决？', '我们会继续处理这条反馈；每条只能再次反馈一次。', '再次反馈'))
      await sendEvent('reopen', '已重新交给同事处理');
  };
  return (
    <article className="feedback-card">
      <p className="meta">
        {TYPE_NAMES[row.type as keyof typeof TYPE_NAMES] ?? '反馈'} · {fullDate(row.createTime)} · <b>{STATES[row.status]}</b>
      </p>
      <p className="feedback-text">{row.content}</p>
      {row.images.length > 0 ? (
        <div className="feedback-pictures">
          {row.images.map((name, index) => (pictures[index] ? <img key={name} src={pictures[index]} alt={`附图${index + 1}`} /> : null))}
        </div>
      ) : null}
      {row.reply ? (
        <div className="feedback-reply">
          <p className="meta">
            {row.replyBy} 回复 · {fullDate(row.replyTime)}
          </p>
          <p className="feedback-text">{row.reply}</p>
        </div>
      ) : null}
      {row.status === 'replied' ? (
        <div className="feedback-acts">
          <button type="button" className="button button-line" onClick={() => void sendEvent('close', '已关闭，谢谢您的反馈')}>
            已解决，关闭
          </button>
          <button type="button" className="button button-line" onClick={() => void reopen()}>
            还没解决
          </button>
        </div>
      ) : null}
    </article>
  );
}
