import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { allFields } from '../../../../contract/workflow/form-content.ts';
import { flowForm, flowFormList } from '../../../../contract/workflow/flow-form.ts';
import { parseForm } from '../../../../contract/workflow/form-parser.ts';
import { queryOf } from '../../../api/query-client.ts';
import type { FormFieldName } from './node-panel.tsx';

const NONE: readonly FormFieldName[] = [];

/** The forms to choose from, and the fields with a value of the chosen one. */
export function useFormFields(formId: number | null): {
  readonly forms: { value: number; label: string }[];
  readonly fields: readonly FormFieldName[];
} {
  const list = useQuery(queryOf(flowFormList, { query: {} }));
  const chosen = useQuery({ ...queryOf(flowForm.get, { params: { id: formId ?? 0 } }), enabled: formId !== null });
  const content = chosen.data?.formContent;
  const fields = useMemo(() => {
    if (formId === null || !content) return NONE;
    try {
      return allFields(parseForm(content).form.fields).flatMap(({ vModel, label }) => (vModel ? [{ vModel, label: label || vModel }] : []));
    } catch {
      // The form was made by a designer whose fields this program does not know.
      return NONE;
    }
  }, [formId, content]);
  return { forms: (list.data ?? []).map((row) => ({ value: row.formId, label: row.formName })), fields };
}
