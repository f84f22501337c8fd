interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The size of a fixed page that does not say which it was drawn for: that of what stands on it, and at least the room's.
 * CSS pixels. Lays the frame out as large as the room to ask.
 */
export function drawnSize(frame: HTMLIFrameElement, room: Size): Size {
  Object.assign(frame.style, { transform: '', width: `${room.width}px`, height: `${room.height}px` });
  const root = frame.contentDocument?.documentElement;
  return { width: Math.max(room.width, root?.scrollWidth ?? 0), height: Math.max(room.height, root?.scrollHeight ?? 0) };
}
