import type { DocumentLoader } from './document-loader.ts';
import type { Look } from './look.ts';
import { makeFrame, type PageFrame, type Room } from './page-frame.ts';

/** The shown document and its neighbours. */
const FRAMES = 3;

export interface FramePool {
  /** Lays a document out in a frame of the pool, or finds it laid out. Frames of `keep` are not taken. */
  take(documentIndex: number, keep: readonly number[]): Promise<PageFrame>;
  /** The frame that already holds a document. */
  held(documentIndex: number): PageFrame | null;
  all(): readonly PageFrame[];
  /** Every document has to be laid out anew. */
  layOut(): void;
  destroy(): void;
}

interface Slot {
  frame: Promise<PageFrame>;
  made: PageFrame | null;
  wanted: number;
  filling: Promise<PageFrame> | null;
  used: number;
}

export function framePool(
  host: HTMLElement,
  traits: { mayBeVertical: boolean; fixed: boolean },
  loader: DocumentLoader,
  now: () => { room: Room; look: Look },
  onMade: (frame: PageFrame) => void,
): FramePool {
  const slots: Slot[] = [];
  let clock = 0;

  const addSlot = (): Slot => {
    const slot: Slot = { frame: makeFrame(host, traits), made: null, wanted: -1, filling: null, used: 0 };
    slot.frame = slot.frame.then((frame) => {
      slot.made = frame;
      onMade(frame);
      return frame;
    });
    slots.push(slot);
    return slot;
  };
  addSlot();

  const fill = async (slot: Slot, documentIndex: number): Promise<PageFrame> => {
    try {
      const [frame, ready] = await Promise.all([slot.frame, loader.load(documentIndex)]);
      if (slot.wanted !== documentIndex) throw new DOMException('superseded', 'AbortError');
      const { room, look } = now();
      frame.page = 0;
      frame.fill(documentIndex, ready, room, look);
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
          free.find((each) => each.wanted < 0) ?? (slots.length < FRAMES ? addSlot() : free.sort((one, two) => one.used - two.used)[0]) ?? addSlot();
        slot.wanted = documentIndex;
        slot.made?.setVisible(false);
        slot.filling = fill(slot, documentIndex);
        slot.filling.catch(() => undefined);
      }
      slot.used = ++clock;
      if (!slot.filling) throw new Error('slot without a document');
      return slot.filling;
    },
    held: (documentIndex) => slots.find((slot) => slot.wanted === documentIndex && slot.made?.index === documentIndex)?.made ?? null,
    all: () => slots.flatMap((slot) => (slot.made && slot.made.index >= 0 ? [slot.made] : [])),
    layOut() {
      const { room, look } = now();
      for (const slot of slots) slot.made?.layOut(room, look);
    },
    destroy() {
      for (const slot of slots) {
        slot.wanted = -1;
        void slot.frame.then((frame) => frame.destroy());
      }
    },
  };
}
