import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { EPUB_UPLOAD_PATH, getPreparation, retryPreparation, startPreparation, type Preparation } from '../../../contract/catalog/preparation.ts';
import { EPUB, MB } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { sendFile, type RunningUpload } from '../../uploads/resumable-upload.ts';
import { errorMessage } from '../ui/error-message.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { useStale } from './publication-actions.ts';
import { FileChoice, UploadFailure, UploadPreparing, UploadProgress, UploadReady } from './upload-stages.tsx';
import { useAskBeforeUnload } from '../ui/use-ask-before-unload.ts';
import { useLeaveUpload } from './use-leave-upload.ts';

type Sending =
  | { state: 'none' }
  | { state: 'sending' | 'paused'; sent: number; total: number }
  | { state: 'failed'; reason: string; mayGoOn: boolean };

const refused = (reason: string): Sending => ({ state: 'failed', reason, mayGoOn: false });

const POLL_MS = 700;

function failureOf(sending: Sending, now: Preparation | undefined, error: Error | null): string | null {
  if (sending.state === 'failed') return sending.reason;
  if (error) return errorMessage(error);
  return now?.state === 'failed' ? now.message : null;
}

/** Turns one EPUB from the editor's disk into a readable edition; with `publishId` it becomes the next edition of that publication. */
export function PublicationUpload({ publishId, onClose, onOpen }: { publishId?: number; onClose: () => void; onOpen: (publishId: number) => void }) {
  useRestoreFocus();
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
  const proceed = ((): { name: string; run: () => void } | null => {
    if (sending.state === 'failed') return sending.mayGoOn ? { name: '继续上传', run: resume } : null;
    if (start.isError) return { name: '重试', run: () => start.mutate(start.variables) };
    return now?.state === 'failed' && now.mayRetry ? { name: '重试', run: () => retry.mutate(now.preparationId) } : null;
  })();

  // The pressed button is removed with its step, so the focus moves to the dialog, which shows the progress of the file.
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus();
  }, [file, failure, settled]);

  const stage = (): ReactNode => {
    if (failure) {
      const title = sending.state === 'failed' ? '文件没有上传成功' : '这本书没有处理成功';
      return <UploadFailure title={title} words={failure} proceed={proceed} busy={retry.isPending || start.isPending} onOther={again} />;
    }
    if (now?.state === 'ready' && now.publishId !== null) {
      const { publishId: ready } = now;
      return <UploadReady made={now} isEdition={publishId !== undefined} onOpen={() => onOpen(ready)} />;
    }
    if (now) return <UploadPreparing state={now.state} away={preparation.isError} />;
    if (sending.state !== 'sending' && sending.state !== 'paused') return null;
    const paused = sending.state === 'paused';
    return <UploadProgress sent={sending.sent} total={sending.total} paused={paused} onToggle={paused ? resume : pause} />;
  };

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
          <FileChoice onChoose={(chosen) => void send(chosen)} />
        ) : (
          <>
            <p className="work-title">{file.name}</p>
            {stage()}
          </>
        )}
      </div>
    </Modal>
  );
}
