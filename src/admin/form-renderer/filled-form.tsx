import { useEffect, useImperativeHandle, useSyncExternalStore, type Ref } from 'react';
import { Alert, Skeleton } from 'antd';
import { FormError, type Form } from '../../../contract/workflow/form-content.ts';
import { parseForm } from '../../../contract/workflow/form-parser.ts';
import type { FieldRight } from '../../../contract/workflow/form-validation.ts';
import type { FilledFormStore } from '../../form-renderer/filled-form-store.ts';
import type { FormReference } from '../../form-renderer/form-source.ts';
import type { Values } from '../../form-renderer/initial-values.ts';
import { FilledFormContext, focusFirstError, useFilledForm, type FilledFormInput } from '../../form-renderer/use-filled-form.ts';
import { loadable } from '../../loading/loadable.ts';
import { deviceOf } from '../ui/device.ts';
import { useDark, useDevice } from '../ui/use-device.ts';
import { useSending } from './use-sending.ts';
import { useFormDraft } from './use-form-draft.tsx';
import './filled-form.css';

const WAITING = <Skeleton active paragraph={{ rows: 6 }} />;
/** antd-mobile is loaded on phones only, and the controls of the back office on wide screens only. */
const MobileForm = loadable(async () => (await import('../../form-renderer/mobile/mobile-form.tsx')).MobileForm, WAITING);
const DesktopForm = loadable(async () => (await import('./desktop-form.tsx')).DesktopForm, WAITING);
// The controls load while the form itself is still on its way.
(deviceOf(window.innerWidth) === 'mobile' ? MobileForm : DesktopForm).ahead();

export interface FilledFormHandle {
  /** Checks everything and returns the values; null when a message is shown at a field. */
  readonly submit: () => Promise<Values | null>;
  readonly store: FilledFormStore;
}

export interface FilledFormProps extends Pick<FilledFormInput, 'loadOptions' | 'sendFile' | 'loadFile' | 'testPatterns'> {
  readonly form: Form;
  readonly values?: Values;
  /** Rights of a step by field name; a field that is not named may be edited. */
  readonly rights?: Readonly<Record<string, FieldRight>>;
  /** Everything as text: finished tasks and print. */
  readonly readOnly?: boolean;
  /** Where the options of the form come from: the stored form, or `direct` in the designer. */
  readonly reference?: FormReference | null;
  /** The form shows its own buttons and calls this with checked values. */
  readonly onSubmit?: (values: Values) => Promise<unknown> | unknown;
  /** All values at each change, for a draft. */
  readonly onChange?: (values: Values) => void;
  /** Overrides the choice by the width of the window, for previews. */
  readonly face?: 'desktop' | 'mobile';
  readonly handle?: Ref<FilledFormHandle>;
  /** Name of a draft on this device, such as `flow start 12`. */
  readonly draftKey?: string | null;
}

/** A form that a person fills in or reads, with the controls of the back office or, on a phone, those of a phone. */
export function FilledForm({ onSubmit, onChange, face, handle, draftKey = null, ...input }: FilledFormProps) {
  const store = useFilledForm(input);
  const { busy, once } = useSending();
  const mobile = useDevice() === 'mobile';
  const dark = useDark();
  const draft = useFormDraft(input.readOnly ? null : draftKey, store);
  const submit = async (): Promise<Values | null> => {
    const values = await store.submit();
    if (values) draft.onSubmitted();
    else focusFirstError(store);
    return values;
  };
  useImperativeHandle(handle, () => ({ submit, store }));
  useEffect(() => {
    if (!onChange) return;
    let before = store.values;
    return store.subscribe(() => {
      if (store.values === before) return;
      before = store.values;
      onChange(before);
    });
  }, [store, onChange]);
  const send = () =>
    once(async (sending) => {
      const values = await submit();
      if (!values) return;
      sending();
      await onSubmit?.(values);
    });
  const frame = { busy, ...(onSubmit ? { onSubmit: () => void send() } : {}) };
  return (
    <FilledFormContext value={store}>
      {draft.notice}
      {(face ?? (mobile ? 'mobile' : 'desktop')) === 'mobile' ? <MobileForm {...frame} dark={dark} /> : <DesktopForm {...frame} />}
    </FilledFormContext>
  );
}

/** Reads the content of a deployed form, without changing its names. Returns a message for users when it cannot be filled in here. */
export function readDeployedForm(content: unknown): Form | string {
  try {
    return parseForm(content, { repair: false }).form;
  } catch (error) {
    if (error instanceof FormError) return error.message;
    throw error;
  }
}

/** Shows why a form cannot be filled in. */
export const FormNotReadable = ({ message }: { message: string }) => <Alert type="warning" showIcon title={message} />;

/** Returns the current values of a form and redraws at each change. */
export const useFormValues = (store: FilledFormStore): Values => useSyncExternalStore(store.subscribe, () => store.values);
