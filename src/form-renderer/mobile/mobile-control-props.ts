import type { FormField } from '../../../contract/workflow/form-content.ts';
import type { FieldState } from '../use-filled-form.ts';

export interface MobileControlProps {
  readonly field: FormField;
  readonly state: FieldState;
}
