import { useState } from 'react';
import { playManuscriptFile } from '../../contract/manuscript/manuscript-file.ts';
import { call } from '../api/call.ts';
import './proof-player.css';

/** A button that opens a player for a recording or film among the files of a manuscript. */
export function PlayedFile({ archiveFileId, fileName, className }: { archiveFileId: number; fileName: string; className: string }) {
  const [link, setLink] = useState<{ url: string; mime: string } | null>(null);
  const [problem, setProblem] = useState('');
  const open = async (): Promise<void> => {
    setProblem('');
    try {
      setLink(await call(playManuscriptFile, { params: { archiveFileId } }));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '不能播放，请重试');
    }
  };
  if (link && !problem)
    return link.mime.startsWith('video/') ? (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- what an author hands in has its captions in a file of its own
      <video
        className="played-file"
        controls
        autoPlay
        playsInline
        src={link.url}
        aria-label={fileName}
        onError={() => setProblem('不能播放，请重试或下载后打开')}
      />
    ) : (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- sound
      <audio
        className="played-file"
        controls
        autoPlay
        src={link.url}
        aria-label={fileName}
        onError={() => setProblem('不能播放，请重试或下载后打开')}
      />
    );
  return (
    <>
      <button type="button" className={className} aria-label={`播放${fileName}`} onClick={() => void open()}>
        播放
      </button>
      {problem ? (
        <span className="played-file-problem" role="alert">
          {problem}
        </span>
      ) : null}
    </>
  );
}
