import type { ReadyDocument } from './prepare-document.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The size a fixed page was drawn for, in its own pixels. One that does not say it is as large as what stands on it, and
 * at least as the room; to ask, its frame is laid out as large as the room.
 */
export function drawnSize(frame: HTMLIFrameElement, said: ReadyDocument['viewport'], room: Size): Size {
  if (said) return said === 'device' ? room : said;
  Object.assign(frame.style, { transform: '', width: `${room.width}px`, height: `${room.height}px` });
  const root = frame.contentDocument?.documentElement;
  return { width: Math.max(room.width, root?.scrollWidth ?? 0), height: Math.max(room.height, root?.scrollHeight ?? 0) };
}
