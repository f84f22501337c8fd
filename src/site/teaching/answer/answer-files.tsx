import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { answerFile } from '../../../../contract/teaching/attempt.ts';
import type { Answer } from '../../../../contract/textbook/question-kind.ts';
import { isUpload } from '../../../../contract/textbook/upload-answer.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../../../../contract/limits.ts';
import { CallError, request } from '../../../api/call.ts';
import { receiveFile } from '../../../api/receive-file.ts';
import { toastError } from '../../frame/dialogs.ts';
import { Skeleton } from '../../frame/skeleton.tsx';

type Kind = 'photo' | 'recording' | 'file';
interface NamedFile {
  readonly fileId: number;
  readonly kind: Kind;
}

/** Files of an answer by upload, also of the parts of a passage. */
export function filesOf(answer: Answer | null): NamedFile[] {
  if (isUpload(answer))
    return [
      ...answer.photos.map((fileId) => ({ fileId, kind: 'photo' as const })),
      ...(answer.recording === null ? [] : [{ fileId: answer.recording, kind: 'recording' as const }]),
      ...answer.files.map((fileId) => ({ fileId, kind: 'file' as const })),
    ];
  if (answer === null || typeof answer !== 'object' || Array.isArray(answer)) return [];
  return Object.values(answer).flatMap((part) => filesOf(part as Answer | null));
}

const pathOf = (attemptId: number, fileId: number): string =>
  answerFile.path.replace('{attemptId}', String(attemptId)).replace('{fileId}', String(fileId));

/** Photos that can be turned, recordings at several speeds, and files to save. */
export function AnswerFiles({ attemptId, answer }: { attemptId: number; answer: Answer | null }) {
  const files = filesOf(answer);
  if (files.length === 0) return null;
  return (
    <div className="answer-files">
      {files.map(({ fileId, kind }, at) =>
        kind === 'file' ? (
          <button
            key={fileId}
            type="button"
            className="button button-line"
            onClick={() => void receiveFile({ method: answerFile.method, path: pathOf(attemptId, fileId) }).catch(toastError)}
          >
            下载第{at + 1}个文件
          </button>
        ) : (
          <Shown key={fileId} attemptId={attemptId} fileId={fileId} kind={kind} no={at + 1} />
        ),
      )}
    </div>
  );
}

async function blobOf(attemptId: number, fileId: number): Promise<Blob> {
  const { status, data, headers } = await request({
    method: answerFile.method,
    path: pathOf(attemptId, fileId),
    responseType: 'blob',
    timeout: DOWNLOAD_TIMEOUT_MS,
  });
  if (status !== 200 || String(headers['content-type'] ?? '').startsWith('application/json')) throw new CallError(status, '文件打不开，请重试');
  return data as Blob;
}

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

function Shown({ attemptId, fileId, kind, no }: { attemptId: number; fileId: number; kind: 'photo' | 'recording'; no: number }) {
  const found = useQuery({
    queryKey: ['answer file', attemptId, fileId, 'passing'],
    queryFn: () => blobOf(attemptId, fileId),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (found.isError)
    return (
      <button type="button" className="button button-line" onClick={() => void found.refetch()}>
        {found.error.message}
      </button>
    );
  return found.data ? <Loaded blob={found.data} kind={kind} no={no} /> : <Skeleton height={120} />;
}

function Loaded({ blob, kind, no }: { blob: Blob; kind: 'photo' | 'recording'; no: number }) {
  const [address] = useState(() => URL.createObjectURL(blob));
  const [turn, setTurn] = useState(0);
  const [speed, setSpeed] = useState(1);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  if (kind === 'photo')
    return (
      <figure>
        <a href={address} target="_blank" rel="noreferrer" aria-label={`放大第${no}张照片`}>
          <img src={address} alt={`作答的第${no}张照片`} data-turn={turn} style={{ rotate: `${turn * 90}deg` }} />
        </a>
        <button type="button" className="button button-line" onClick={() => setTurn((before) => (before + 1) % 4)}>
          转90度
        </button>
      </figure>
    );
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the spoken answer of a student */}
      <audio
        controls
        src={address}
        ref={(element) => {
          if (element) element.playbackRate = speed;
        }}
      />
      <label className="teach-tick">
        速度
        <select value={speed} onChange={(event) => setSpeed(Number(event.target.value))}>
          {SPEEDS.map((one) => (
            <option key={one} value={one}>
              {one}×
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
