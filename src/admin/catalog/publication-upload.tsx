import { useEffect, useRef, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Flex, Modal, Progress, Upload } from 'antd';
import InboxOutlined from '@ant-design/icons/InboxOutlined';
import { EPUB_UPLOAD_PATH, getPreparation, retryPreparation, startPreparation, type Preparation } from '../../../contract/catalog/preparation.ts';
import { EPUB, MB } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { bytesOf } from '../../format/bytes.ts';
import { sendFile, type RunningUpload } from '../../uploads/resumable-upload.ts';
import { wordsOf } from '../frame/say.ts';
import { useStale } from './publication-actions.ts';
import { useAskBeforeUnload, useLeaveUpload } from './use-leave-upload.ts';

type Sending =
  | { state: 'none' }
  | { state: 'sending' | 'paused'; sent: number; total: number }
  | { state: 'failed'; reason: string; mayGoOn: boolean };

const refused = (reason: string): Sending => ({ state: 'failed', reason, mayGoOn: false });

const POLL_MS = 700;

function failureOf(sending: Sending, now: Preparation | undefined, error: Error | null): string | null {
  if (sending.state === 'failed') return sending.reason;
  if (error) return wordsOf(error);
  return now?.state === 'failed' ? now.message : null;
}

/** One EPUB from the editor's disk to a readable edition; with `publishId` it becomes that publication's next edition. */
export function PublicationUpload({ publishId, onClose, onOpen }: { publishId?: number; onClose: () => void; onOpen: (publishId: number) => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [sending, setSending] = useState<Sending>({ state: 'none' });
  const running = useRef<RunningUpload | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const stale = useStale();
  const client = useQueryClient();
  const leave = useLeaveUpload(onClose);
  useAskBeforeUnload(sending.state === 'sending');
  const start = useMutation({
    mutationFn: (uploadId: string) => call(startPreparation, { body: { uploadId, ...(publishId ? { publishId } : {}) } }),
  });
  const id = start.data?.preparationId;
  const question = queryOf(getPreparation, { params: { preparationId: id ?? 0 } });
  const preparation = useQuery({
    ...question,
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'ready' || state.data?.state === 'failed' ? false : POLL_MS),
  });
  const now: Preparation | undefined = preparation.data ?? start.data;
  const retry = useMutation({
    mutationFn: (preparationId: number) => call(retryPreparation, { params: { preparationId } }),
    onSuccess: (queued) => client.setQueryData(question.queryKey, queued),
  });
  const settled = now?.state === 'ready' || now?.state === 'failed';
  useEffect(() => {
    if (settled) void stale();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it settles
  }, [settled]);
  useEffect(() => () => running.current?.pause(), []);

  async function send(chosen: File): Promise<void> {
    setFile(chosen);
    start.reset();
    if (!/\.epub$/i.test(chosen.name)) return setSending(refused('请选择扩展名为.epub的电子书文件'));
    if (chosen.size > EPUB.fileBytes) return setSending(refused(`文件不能超过 ${EPUB.fileBytes / MB} MB，请压缩图片后再上传`));
    if (chosen.size === 0) return setSending(refused('文件是空的，请重新导出后再上传'));
    setSending({ state: 'sending', sent: 0, total: chosen.size });
    running.current = await sendFile(EPUB_UPLOAD_PATH, chosen, {
      onProgress: (sent, total) => setSending({ state: 'sending', sent, total }),
      onDone: (uploadId) => start.mutate(uploadId),
      onError: (reason, mayGoOn) => setSending({ state: 'failed', reason, mayGoOn }),
    });
  }
  const again = () => {
    setFile(null);
    retry.reset();
    start.reset();
    setSending({ state: 'none' });
  };
  const pause = () => {
    running.current?.pause();
    if (sending.state === 'sending') setSending({ ...sending, state: 'paused' });
  };
  const resume = () => {
    running.current?.resume();
    if (sending.state === 'paused') setSending({ ...sending, state: 'sending' });
    if (sending.state === 'failed') setSending({ state: 'sending', sent: 0, total: file?.size ?? 1 });
  };
  const failure = failureOf(sending, now, retry.error ?? start.error);
  /** What may be tried again with the same file. */
  const goOn =
    sending.state === 'failed'
      ? sending.mayGoOn && { name: '继续上传', run: resume }
      : start.isError
        ? { name: '重试', run: () => start.mutate(start.variables) }
        : now?.state === 'failed' && now.mayRetry && { name: '重试', run: () => retry.mutate(now.preparationId) };

  // What was pressed leaves with what it led from: the keyboard stays in the window, where it is said what becomes of the file.
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus();
  }, [file, failure, settled]);

  return (
    <Modal
      open
      title={publishId ? '更换电子书文件' : '上传电子书'}
      footer={null}
      onCancel={() => leave(sending.state === 'sending' && !start.isPending && !now)}
      width={560}
      destroyOnHidden
    >
      <div ref={place} tabIndex={-1} aria-live="polite" style={{ outline: 'none' }}>
        {file === null ? (
          <Upload.Dragger
            accept=".epub,application/epub+zip"
            maxCount={1}
            showUploadList={false}
            beforeUpload={(chosen) => (void send(chosen), false)}
          >
            <p style={{ fontSize: 32, margin: 0 }}>
              <InboxOutlined aria-hidden />
            </p>
            <p>把 EPUB 文件拖到这里，或点击选择</p>
            <p className="soft">
              <span className="unbroken">
                单个文件不超过 {EPUB.fileBytes / MB} MB、{EPUB.entries.toLocaleString()} 个条目；
              </span>
              <span className="unbroken">上传中断后可以接着传</span>
            </p>
          </Upload.Dragger>
        ) : (
          <>
            <p className="work-title">{file.name}</p>
            {failure ? (
              <Alert
                type="error"
                showIcon
                title={sending.state === 'failed' ? '文件没有上传成功' : '这本书没有处理成功'}
                description={failure}
                action={
                  <Flex vertical gap={8}>
                    {goOn ? (
                      <Button type="primary" loading={retry.isPending || start.isPending} onClick={goOn.run}>
                        {goOn.name}
                      </Button>
                    ) : null}
                    <Button onClick={again}>换一个文件</Button>
                  </Flex>
                }
              />
            ) : now?.state === 'ready' && now.publishId !== null ? (
              <Alert
                type={now.message ? 'warning' : 'success'}
                showIcon
                title="电子书已经可以阅读"
                description={
                  now.message ||
                  (publishId
                    ? '新版本已经生效，读者下次打开就是它。'
                    : '书名、作者、封面和目录已从文件读出，请核对并补充分类、简介和价格，再提交上架。')
                }
                action={
                  <Button type="primary" onClick={() => onOpen(now.publishId ?? 0)}>
                    去完善
                  </Button>
                }
              />
            ) : now ? (
              <>
                <Progress percent={100} status="active" showInfo={false} aria-label="正在处理" />
                <p className="soft">
                  {preparation.isError
                    ? '暂时连不上服务器，连上后这里会更新；'
                    : now.state === 'queued'
                      ? '排队等待处理……'
                      : '正在拆分章节、检查内容、生成搜索文本……'}
                  可以关闭这个窗口，处理不会中断。
                </p>
              </>
            ) : sending.state === 'sending' || sending.state === 'paused' ? (
              <>
                <Progress percent={Math.floor((sending.sent / sending.total) * 100)} aria-label="上传进度" />
                <p className="soft">
                  {bytesOf(sending.sent, sending.total)}
                  <Button type="link" onClick={sending.state === 'paused' ? resume : pause}>
                    {sending.state === 'paused' ? '继续' : '暂停'}
                  </Button>
                </p>
              </>
            ) : null}
          </>
        )}
      </div>
    </Modal>
  );
}
