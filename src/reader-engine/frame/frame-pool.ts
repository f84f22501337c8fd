import { nextTask } from '../after-paint.ts';
import type { DocumentLoader } from './document-loader.ts';
import { loadLayoutFixes } from '../fit/layout-fixes.ts';
import type { Look } from '../style/look.ts';
import { type FrameTraits, makeFrame, type PageFrame, type PageRoom } from './page-frame.ts';

export interface FramePool {
  /** Lays a document out in a frame of the pool, or returns the frame that already holds it. Frames in `keep` are not reused. */
  take(documentIndex: number, keep: readonly number[]): Promise<PageFrame>;
  /** Returns the frame that already holds a document. */
  held(documentIndex: number): PageFrame | null;
  all(): readonly PageFrame[];
  /** Invalidates the layout of every document. */
  layOut(): void;
  destroy(): void;
}

interface Slot {
  readonly frame: PageFrame;
  wanted: number;
  filling: Promise<PageFrame> | null;
  used: number;
}

export function framePool(
  host: HTMLElement,
  traits: FrameTraits,
  loader: DocumentLoader,
  now: () => { room: PageRoom; look: Look },
  on: { made(frame: PageFrame): void; filled(frame: PageFrame): void },
  /** Frames that are laid out already. */
  given: readonly PageFrame[],
  /** Maximum number of frames: the shown documents and their neighbours. */
  most: number,
): FramePool {
  const slots: Slot[] = [];
  let clock = 0;

  const addSlot = (frame = makeFrame(host, traits)): Slot => {
    const slot: Slot = { frame, wanted: frame.index, filling: frame.index >= 0 ? Promise.resolve(frame) : null, used: 0 };
    frame.traits = traits;
    slots.push(slot);
    on.made(frame);
    return slot;
  };
  if (given.length === 0) addSlot();
  for (const frame of given) addSlot(frame);

  const fill = async (slot: Slot, documentIndex: number): Promise<PageFrame> => {
    try {
      const [ready] = await Promise.all([loader.load(documentIndex), loadLayoutFixes()]);
      // Reading and laying out a chapter each take as long as a tap may wait, so they run in separate tasks.
      await nextTask();
      const { frame } = slot;
      if (slot.wanted !== documentIndex) throw new DOMException('superseded', 'AbortError');
      const { room, look } = now();
      frame.page = 0;
      frame.fill(documentIndex, ready, room, look);
      on.filled(frame);
      return frame;
    } catch (error) {
      if (slot.wanted === documentIndex) slot.wanted = -1;
      throw error;
    }
  };

  return {
    async take(documentIndex, keep) {
      let slot = slots.find((each) => each.wanted === documentIndex);
      if (!slot) {
        const free = slots.filter((each) => !keep.includes(each.wanted));
        slot =
          free.find((each) => each.wanted < 0) ?? (slots.length < most ? addSlot() : free.sort((one, two) => one.used - two.used)[0]) ?? addSlot();
        slot.wanted = documentIndex;
        slot.frame.setVisible(false);
        slot.filling = fill(slot, documentIndex);
        slot.filling.catch(() => undefined);
      }
      slot.used = ++clock;
      if (!slot.filling) throw new Error('slot without a document');
      return slot.filling;
    },
    held: (documentIndex) => slots.find((slot) => slot.wanted === documentIndex && slot.frame.index === documentIndex)?.frame ?? null,
    all: () => slots.flatMap((slot) => (slot.frame.index >= 0 ? [slot.frame] : [])),
    layOut() {
      const { room, look } = now();
      for (const slot of slots) slot.frame.layOut(room, look);
    },
    destroy() {
      for (const slot of slots) {
        slot.wanted = -1;
        slot.frame.destroy();
      }
    },
  };
}
