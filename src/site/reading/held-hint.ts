import { useEffect } from 'react';
import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { readMemory, writeMemory } from '../../storage/local-memory.ts';
import { toast } from '../frame/dialogs.ts';

/** The book that was last hinted at: opened again, it has said so. */
const HINTED = 'shuzhou.held';
const WORDS = { landscape: '这本书按横屏设计，把设备横过来看更合适', portrait: '这本书按竖屏设计，把设备竖过来看更合适' } as const;

type Held = Pick<PreparedBook, 'spine' | 'orientation'>;

/** What a page asks of a screen that is held the other way; null where it is held well, or nothing is asked. */
export function heldHint(book: Held, documentIndex: number, isWide: boolean): string | null {
  const wanted = book.spine[documentIndex]?.orientation ?? book.orientation;
  return wanted && (wanted === 'landscape') !== isWide ? WORDS[wanted] : null;
}

/** Once a book, and only where a screen can be turned by hand. */
export function useHeldHint(book: Held, publishId: number, documentIndex: number | undefined): void {
  useEffect(() => {
    if (documentIndex === undefined || !matchMedia('(pointer: coarse)').matches || readMemory(HINTED) === String(publishId)) return;
    const hint = heldHint(book, documentIndex, innerWidth > innerHeight);
    if (!hint) return;
    writeMemory(HINTED, String(publishId));
    void toast(hint);
  }, [book, publishId, documentIndex]);
}
