import { useEffect, useEffectEvent, useRef } from 'react';
import type { FieldMeta } from '../../../contract/field.ts';
import { useStoredDraft, type StoredDraft } from '../../drafts/use-stored-draft.ts';
import type { AnyResource, Values } from './resource.ts';
import type { AnyRow } from './use-resource.tsx';

/** Unsaved input of a page's form, and its row; null for a new one. */
export interface FormDraft {
  readonly row: AnyRow | null;
  readonly values: Values;
}

/**
 * The unsaved form of a page, stored on this device under `key`: if the session ends during an edit, the page
 * opens with it again. A null key stores nothing.
 */
export function useReopenedDraft<T>(key: string | null, reopen: (value: T) => void): StoredDraft<T> {
  const draft = useStoredDraft<T>(key);
  const offered = useRef(false);
  const open = useEffectEvent(reopen);
  const { found } = draft;
  useEffect(() => {
    if (!found || offered.current) return;
    offered.current = true;
    open(found.value);
  }, [found]);
  return draft;
}

/** The draft of a resource's form. `given` distinguishes pages of the same resource. */
export const useFormDraft = (resource: AnyResource, given: Values | undefined, reopen: (row: AnyRow | null) => void): StoredDraft<FormDraft> =>
  useReopenedDraft(resource.form ? `${resource.crud.path}${given ? ` ${JSON.stringify(given)}` : ''}` : null, ({ row }: FormDraft) => reopen(row));

/** Returns the values that may be stored on a device: no passwords. */
export function withoutSecrets(meta: Readonly<Record<string, FieldMeta>>, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !meta[field]?.secret && meta[field]?.kind !== 'password'));
}
