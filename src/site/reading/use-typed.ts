import { useState } from 'react';
import { useKeptDraft } from '../../drafts/use-kept-draft.ts';
import { tell } from '../frame/ask.ts';

export interface Typed {
  readonly text: string;
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
  const draft = useKeptDraft<string>(key);
  const [typed, setTyped] = useState<string | null>(null);
  const found = draft.found?.value ?? null;
  const text = typed ?? found ?? before;
  return {
    text,
    resumed: typed === null && found !== null,
    write(next) {
      setTyped(next);
      if (next === before) void draft.clear();
      else draft.keep(next);
    },
    forget() {
      void draft.clear();
      setTyped(null);
    },
    leave() {
      if (key !== null && text !== before && text.trim() !== '') void tell('还没有保存；再打开时可以接着写');
    },
  };
}
