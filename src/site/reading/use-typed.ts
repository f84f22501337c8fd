import { useState } from 'react';
import { useStoredDraft } from '../../drafts/use-stored-draft.ts';
import { toast } from '../frame/dialogs.ts';

/** What was typed, and what stood there when that was begun. */
interface TypedOver {
  readonly text: string;
  readonly over: string;
}

export interface Typed {
  readonly text: string;
  /** What it was begun over: where something else stands there now, that was saved since. */
  readonly over: string;
  /** What stands there was typed before and never saved. */
  readonly resumed: boolean;
  write(text: string): void;
  /** After it was saved, or to begin anew. */
  forget(): void;
  /** The sheet goes without a save: says that nothing is lost. */
  leave(): void;
}

/**
 * A text that is being written about a passage. It outlives its sheet and a killed tab, kept on this device for the
 * person, until it is saved. `key` names the form and the passage; null keeps nothing. `before` is what stands there untouched.
 */
export function useTyped(key: string | null, before: string): Typed {
  const draft = useStoredDraft<TypedOver | string>(key);
  const [typed, setTyped] = useState<TypedOver | null>(null);
  const kept = draft.found?.value ?? null;
  // Drafts of earlier versions of the house do not say.
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
