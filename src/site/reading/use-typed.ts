import { useState } from 'react';
import { useStoredDraft } from '../../drafts/use-stored-draft.ts';
import { toast } from '../frame/dialogs.ts';

/** The typed text, and the original text when typing started. */
interface TypedOver {
  readonly text: string;
  readonly over: string;
}

export interface Typed {
  readonly text: string;
  /** The original text: if the current one differs, it was saved since. */
  readonly over: string;
  /** The text was typed earlier and never saved. */
  readonly resumed: boolean;
  write(text: string): void;
  /** Call this after saving, or to start again. */
  forget(): void;
  /** The sheet closes without saving: shows that nothing is lost. */
  leave(): void;
}

/**
 * A draft of a text about a passage. It survives closing the sheet and a killed tab, stored on this device for the
 * user until it is saved. `key` identifies the form and the passage; null stores nothing. `before` is the unchanged text.
 */
export function useTyped(key: string | null, before: string): Typed {
  const draft = useStoredDraft<TypedOver | string>(key);
  const [typed, setTyped] = useState<TypedOver | null>(null);
  const kept = draft.found?.value ?? null;
  // Drafts of earlier versions do not contain the original text.
  const found = typeof kept === 'string' ? { text: kept, over: before } : kept;
  const { text, over } = typed ?? found ?? { text: before, over: before };
  return {
    text,
    over,
    resumed: typed === null && found !== null,
    write(next) {
      const now = { text: next, over };
      setTyped(now);
      if (next === before) void draft.clear();
      else draft.keep(now);
    },
    forget() {
      void draft.clear();
      setTyped(null);
    },
    leave() {
      if (key !== null && text !== before && text.trim() !== '') void toast('还没有保存；再打开时可以接着写');
    },
  };
}
