import { open } from 'node:fs/promises';
import { failed } from '../http/app-error.ts';
import { probeIsolated } from './probe-isolated.ts';
import { MediaError, type Probed } from './probed.ts';

/** First bytes of recordings and films that an author may hand in, and that the press converts before it publishes them. */
const SOURCES: Readonly<Record<string, { readonly mime: string; is(head: string): boolean }>> = {
  flac: { mime: 'audio/flac', is: (head) => head.startsWith('fLaC') },
  mov: { mime: 'video/quicktime', is: (head) => ['ftyp', 'moov', 'wide', 'mdat', 'free'].includes(head.slice(4, 8)) },
};
const NAMES = { audio: '录音', video: '影片' } as const;

async function headOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Returns the type of a recording or film by its content; throws with what to do when it is another kind of file, or damaged. */
export async function checkedMedia(path: string, type: string, wanted: 'audio' | 'video'): Promise<{ mime: string }> {
  const source = Object.hasOwn(SOURCES, type) ? SOURCES[type] : undefined;
  if (source) {
    if (!source.is(await headOf(path))) throw failed(`这不是${type.toUpperCase()}文件，或文件已损坏，请重新导出后再上传`);
    return { mime: source.mime };
  }
  const found = await probeOrExplain(path);
  if (found.mediaType !== wanted)
    throw failed(wanted === 'audio' ? '这是视频文件，请选“影片”上传，或导出声音后再上传' : '文件里没有画面，请选“录音”上传，或换一个影片文件');
  if (found.durationMs <= 0) throw failed(`这段${NAMES[wanted]}没有内容，请重新导出后再上传`);
  return { mime: found.mime };
}

async function probeOrExplain(path: string): Promise<Probed> {
  try {
    return await probeIsolated(path);
  } catch (error) {
    throw error instanceof MediaError ? failed(error.message) : error;
  }
}
