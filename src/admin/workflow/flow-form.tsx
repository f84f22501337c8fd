import { useEffect, useMemo, useRef } from 'react';
import { FilledForm, FormNotReadable, readDeployedForm, type FilledFormHandle } from '../form-renderer/filled-form.tsx';

/** Checks the form and returns its values; null when something has to be corrected first. */
export type FormSubmit = () => Promise<Readonly<Record<string, unknown>> | null>;

interface Props {
  /** The form of a deployment or of a task, as the server sends it. */
  readonly content: unknown;
  readonly taskId?: number;
  readonly deployId?: number;
  readonly readOnly?: boolean;
  /** Called with the function that checks the form, when it is ready. */
  readonly onReady?: (submit: FormSubmit) => void;
}

/** The form of a process: filled in for a task or a start, or read as text. */
export function FlowForm({ content, taskId, deployId, readOnly = false, onReady }: Props) {
  const form = useMemo(() => (content === null || content === undefined ? null : readDeployedForm(content)), [content]);
  const reference = taskId !== undefined ? { taskId } : deployId !== undefined ? { deployId } : null;
  // The handle is replaced at every drawing of the form; the announced function always uses the present one.
  const current = useRef<FilledFormHandle>(null);
  const filled = form !== null && typeof form !== 'string';
  useEffect(() => {
    if (filled) onReady?.(async () => (current.current ? current.current.submit() : null));
  }, [filled, onReady]);
  if (form === null) return null;
  if (typeof form === 'string') return <FormNotReadable message={form} />;
  const draftKey = readOnly ? null : taskId !== undefined ? `flow task ${taskId}` : deployId !== undefined ? `flow start ${deployId}` : null;
  return <FilledForm form={form} readOnly={readOnly} reference={reference} handle={current} draftKey={draftKey} />;
}
