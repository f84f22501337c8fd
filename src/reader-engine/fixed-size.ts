import type { ReadyDocument } from './frame/prepare-document.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the size that a fixed-layout page was drawn for, in its own pixels. A page that does not declare a size is as large as its
 * content,
 * and at least as large as the room. To measure it, its frame is laid out at the size of the room.
 */
export function drawnSize(frame: HTMLIFrameElement, said: ReadyDocument['viewport'], room: Size): Size {
  if (said) return said === 'device' ? room : said;
  Object.assign(frame.style, { transform: '', width: `${room.width}px`, height: `${room.height}px` });
  const root = frame.contentDocument?.documentElement;
  return { width: Math.max(room.width, root?.scrollWidth ?? 0), height: Math.max(room.height, root?.scrollHeight ?? 0) };
}
