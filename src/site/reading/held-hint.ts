import { useEffect } from 'react';
import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { readMemory, writeMemory } from '../../storage/local-memory.ts';
import { toast } from '../frame/dialogs.ts';

/** Storage key of the last book with a hint: it is not shown again when the book is reopened. */
const HINTED = 'shuzhou.held';
const WORDS = { landscape: '这本书按横屏设计，把设备横过来看更合适', portrait: '这本书按竖屏设计，把设备竖过来看更合适' } as const;

type Held = Pick<PreparedBook, 'spine' | 'orientation'>;

/** Returns the hint for a screen in the wrong orientation; null when the orientation is right or does not matter. */
export function heldHint(book: Held, documentIndex: number, isWide: boolean): string | null {
  const wanted = book.spine[documentIndex]?.orientation ?? book.orientation;
  return wanted && (wanted === 'landscape') !== isWide ? WORDS[wanted] : null;
}

/** Shows the hint once per book, and only on a screen that can be rotated. */
export function useHeldHint(book: Held, publishId: number, documentIndex: number | undefined): void {
  useEffect(() => {
    if (documentIndex === undefined || !matchMedia('(pointer: coarse)').matches || readMemory(HINTED) === String(publishId)) return;
    const hint = heldHint(book, documentIndex, innerWidth > innerHeight);
    if (!hint) return;
    writeMemory(HINTED, String(publishId));
    void toast(hint);
  }, [book, publishId, documentIndex]);
}
