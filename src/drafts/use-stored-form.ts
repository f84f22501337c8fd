import { useState } from 'react';
import { useStoredDraft } from './use-stored-draft.ts';

export interface StoredForm<T> {
  readonly values: T;
  change(part: Partial<T>): void;
  /** Call when the content of the form was saved or sent. */
  saved(): void;
}

/**
 * The fields of a form with their initial values. Unsaved input survives an expired session and a closed form;
 * if the initial values have changed since, they replace it.
 */
export function useStoredForm<T extends object>(key: string, before: T): StoredForm<T> {
  const draft = useStoredDraft<{ values: T; over: string }>(key);
  const [typed, setTyped] = useState<T | null>(null);
  const over = JSON.stringify(before);
  const found = draft.found?.value;
  const values = typed ?? (found?.over === over ? found.values : before);
  return {
    values,
    change(part) {
      const next = { ...values, ...part };
      setTyped(next);
      if (JSON.stringify(next) === over) void draft.clear();
      else draft.keep({ values: next, over });
    },
    saved: () => void draft.clear(),
  };
}
