import { useMutation, useQuery } from '@tanstack/react-query';
import { CLOSING_DAYS, exportOwnData, getClosing, requestClosing, revokeClosing } from '../../../contract/identity/closing.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { confirm, toast } from '../frame/dialogs.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import './message.css';

const question = { ...queryOf(getClosing, {}), staleTime: 0 };
const refresh = () => queryClient.invalidateQueries({ queryKey: question.queryKey });

/** 我的数据: the export of the own data, and closing the account with time to change one's mind. */
export function OwnDataPart() {
  const { data: state, error } = useQuery(question);
  const onError = (failure: Error): void => void toast(failure.message);
  const save = useMutation({ mutationFn: () => receiveFile(exportOwnData), onSuccess: () => void toast('已开始下载'), onError });
  const close = useMutation({ mutationFn: () => call(requestClosing, {}), onError, onSettled: refresh });
  const revoke = useMutation({
    mutationFn: () => call(revokeClosing, {}),
    onSuccess: () => void toast('已撤回，账号照常使用'),
    onError,
    onSettled: refresh,
  });
  const ask = async (): Promise<void> => {
    const words = `${CLOSING_DAYS}天后删除您的资料、笔记、记录与消息，不能恢复；其间可以撤回。已出版的作品、合同与账目按法律保存，只留编号。`;
    if (await confirm('注销账号', words, '申请注销')) close.mutate();
  };
  return (
    <section className="profile-part" aria-labelledby="own-data">
      <h2 id="own-data">我的数据</h2>
      <div className="apply-mode">
        <div>
          <b>导出我的数据</b>
          <p className="meta">一个压缩包：资料、笔记、评论、记录等，JSON、CSV 与 Markdown</p>
        </div>
        <button type="button" className="button button-line" aria-label="导出我的数据" disabled={save.isPending} onClick={() => save.mutate()}>
          {save.isPending ? '正在整理' : '导出'}
        </button>
      </div>
      {state ? (
        <div className="apply-mode">
          <div>
            <b>注销账号</b>
            {state.dueAt ? (
              <p className="meta">将于 {state.dueAt.slice(0, 16)} 注销，之前可以撤回</p>
            ) : state.blockers.length > 0 ? (
              <>
                <p className="meta">还有没办完的事，办完后才能注销：</p>
                <ul className="own-data-open meta">
                  {state.blockers.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </>
            ) : (
              <p className="meta">申请后有 {CLOSING_DAYS} 天可以改变主意</p>
            )}
          </div>
          {state.dueAt ? (
            <button
              type="button"
              className="button button-fill"
              aria-label="撤回注销账号"
              disabled={revoke.isPending}
              onClick={() => revoke.mutate()}
            >
              撤回
            </button>
          ) : (
            <button type="button" className="button button-line" disabled={close.isPending || state.blockers.length > 0} onClick={() => void ask()}>
              注销账号
            </button>
          )}
        </div>
      ) : error ? (
        <p role="alert" className="meta">
          {error.message}
        </p>
      ) : (
        <Skeleton height={56} top={12} />
      )}
    </section>
  );
}
