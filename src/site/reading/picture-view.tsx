import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Picture } from '../../reader-engine/picture.ts';
import { paperOf, THEMES } from '../../reader-engine/style/look.ts';
import { Icon } from '../frame/icon.tsx';
import { shutPicture } from './page-overlay.store.ts';
import { readingLook } from './reading-look.store.ts';

const MOST = 8;
const STEP = 1.5;
/** Pixels that a key moves the picture. */
const MOVE = 60;

interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}
const WHOLE: View = { scale: 1, x: 0, y: 0 };

/** Shows an enlarged picture or table that can be moved and zoomed by dragging, pinching, wheel or keys. */
export function PictureView({ picture }: { picture: Picture }) {
  const frame = useRef<HTMLDialogElement>(null);
  const [view, setView] = useState(WHOLE);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  useEffect(() => {
    frame.current?.showModal();
    frame.current?.focus();
  }, []);

  const moved = useRef<HTMLDivElement>(null);
  const seen = (next: View): View => inSight(next, moved.current?.firstElementChild);
  const zoom = (by: number, at = { x: 0, y: 0 }): void => setView((before) => seen(zoomed(before, by, at)));
  const move = (x: number, y: number): void =>
    setView((before) => (before.scale === 1 ? before : seen({ ...before, x: before.x + x, y: before.y + y })));
  const centred = (event: { clientX: number; clientY: number }) => ({ x: event.clientX - innerWidth / 2, y: event.clientY - innerHeight / 2 });

  const drag = (event: PointerEvent): void => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    const now = { x: event.clientX, y: event.clientY };
    fingers.current.set(event.pointerId, now);
    if (!other) return move(now.x - before.x, now.y - before.y);
    const distance = (one: { x: number; y: number }): number => Math.hypot(one.x - other.x, one.y - other.y) || 1;
    zoom(distance(now) / distance(before), centred({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 }));
  };
  const lift = (event: PointerEvent): void => void fingers.current.delete(event.pointerId);
  const keys: Record<string, (() => void) | undefined> = {
    '+': () => zoom(STEP),
    '=': () => zoom(STEP),
    '-': () => zoom(1 / STEP),
    '0': () => setView(WHOLE),
    ArrowLeft: () => move(MOVE, 0),
    ArrowRight: () => move(-MOVE, 0),
    ArrowUp: () => move(0, MOVE),
    ArrowDown: () => move(0, -MOVE),
  };

  return (
    <dialog
      ref={frame}
      className="picture-view"
      tabIndex={-1}
      aria-label={picture.name}
      onClose={() => shutPicture(picture)}
      onKeyDown={(event) => {
        event.stopPropagation();
        const act = keys[event.key];
        if (act) event.preventDefault();
        act?.();
      }}
    >
      <div
        className="picture-view-stage"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={drag}
        onPointerUp={lift}
        onPointerCancel={lift}
        onWheel={(event) => zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, centred(event))}
        onDoubleClick={(event) => (view.scale > 1 ? setView(WHOLE) : zoom(2.5, centred(event)))}
      >
        <div ref={moved} className="picture-view-moved" style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}>
          {picture.kind === 'image' ? (
            <img src={picture.src} alt={picture.name} draggable={false} />
          ) : (
            <Markup markup={picture.markup} name={picture.name} />
          )}
        </div>
      </div>
      <div className="picture-view-tools">
        <span className="one-line">{picture.name}</span>
        <button type="button" className="icon-button" aria-label="缩小" disabled={view.scale === 1} onClick={() => zoom(1 / STEP)}>
          <Icon name="minus" />
        </button>
        <output aria-live="polite">{Math.round(view.scale * 100)}%</output>
        <button type="button" className="icon-button" aria-label="放大" disabled={view.scale >= MOST} onClick={() => zoom(STEP)}>
          <Icon name="plus" />
        </button>
        <button type="button" className="icon-button" aria-label="关闭图片" onClick={() => frame.current?.close()}>
          <Icon name="close" />
        </button>
      </div>
    </dialog>
  );
}

/** The point under the finger stays under it. */
function zoomed(before: View, by: number, at: { x: number; y: number }): View {
  const scale = Math.min(MOST, Math.max(1, before.scale * by));
  if (scale === 1) return WHOLE;
  const ratio = scale / before.scale;
  return { scale, x: at.x - (at.x - before.x) * ratio, y: at.y - (at.y - before.y) * ratio };
}

/** Some of the picture always covers the middle of the window. */
function inSight({ scale, x, y }: View, picture: Element | null | undefined): View {
  const within = (by: number, size = 0): number => Math.max((-size * scale) / 2, Math.min((size * scale) / 2, by));
  return { scale, x: within(x, picture?.clientWidth), y: within(y, picture?.clientHeight) };
}

/** A cell is at most as long as a short line: a table is read whole, not one line of it. */
const PLAIN =
  '<style>html{font:16px/1.6 serif}body{margin:16px;width:max-content;background:none!important}svg{width:80vmin;height:auto}table{border-collapse:collapse}td,th{border:1px solid color-mix(in srgb,currentColor 30%,transparent);padding:4px 8px;max-width:20em;hyphens:none}</style>';
/** Without the colours of the book. */
const UNCOLOURED = '<style>body *:not(svg,svg *){color:inherit!important;background-color:transparent!important}</style>';

/**
 * A table or a drawing has the paper of its page, for which its colours were adapted. A drawing whose colours were not adapted keeps the
 * white that it was made for.
 */
function paperStyle(markup: string): string {
  const theme = THEMES[paperOf(readingLook.theme)];
  const isColoured = readingLook.colours === 'book';
  const { paper, ink } = isColoured || !/<svg[\s>]/.test(markup) ? theme : { paper: '#ffffff', ink: '#222222' };
  const border = theme.dark ? 'body *{border-color:#45433f!important}' : '';
  return `<style>html{background:${paper}!important;color:${ink}!important}html body{color:inherit!important}${border}</style>${isColoured ? '' : UNCOLOURED}`;
}

/** Markup of a book is shown in a frame without scripts and navigation. */
function Markup({ markup, name }: { markup: string; name: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const element = frame.current;
    const inside = element?.contentDocument;
    if (!element || !inside) return;
    inside.open();
    inside.write(`<!doctype html><html lang="zh"><head>${PLAIN}</head><body>${markup}${paperStyle(markup)}</body></html>`);
    inside.close();
    // The dialog opens after its parts mount: elements have a size only then.
    const opened = requestAnimationFrame(() => {
      const { width, height } = inside.body.getBoundingClientRect();
      const [wide, high] = [Math.ceil(width) + 32, Math.ceil(height) + 32];
      const fit = Math.min(1, (innerWidth - 24) / wide, (innerHeight - 120) / high);
      Object.assign(element.style, { width: `${wide}px`, height: `${high}px`, transform: `scale(${fit})` });
    });
    return () => cancelAnimationFrame(opened);
  }, [markup]);
  return <iframe ref={frame} sandbox="allow-same-origin" title={name} inert />;
}
