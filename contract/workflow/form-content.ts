/**
 * The form of a workflow as the designer and the renderers hold it in memory: fields are flat objects. `form-parser.ts` reads the nested
 * JSON of compatible designers, `form-serializer.ts` writes it.
 */

export type FormSize = 'medium' | 'small' | 'mini';

/** Settings of the whole form (S3.7). */
export interface FormConfig {
  readonly formRef: string;
  readonly formModel: string;
  readonly formRules: string;
  readonly size: FormSize;
  readonly labelPosition: 'left' | 'right' | 'top';
  /** Pixels. */
  readonly labelWidth: number;
  /** Pixels between columns. */
  readonly gutter: number;
  readonly disabled: boolean;
  /** Columns of 24 that the next new field takes. */
  readonly span: number;
  readonly formBtns: boolean;
  readonly unFocusedComponentBorder: boolean;
}

export const DEFAULT_CONFIG: FormConfig = {
  formRef: 'elForm',
  formModel: 'formData',
  formRules: 'rules',
  size: 'medium',
  labelPosition: 'right',
  labelWidth: 90,
  gutter: 15,
  disabled: false,
  span: 24,
  formBtns: true,
  unFocusedComponentBorder: false,
};

export type OptionValue = string | number | boolean;

/** A choice of a select, a radio or checkbox group, or a node of a cascader. */
export interface FormOption {
  readonly label: string;
  readonly value: OptionValue;
  readonly disabled?: boolean;
  /** Nodes of a tree only. */
  readonly id?: number;
  readonly children?: readonly FormOption[];
}

/** A pattern that the value must match, as text `/source/flags`, and the message when it does not. */
export interface FieldPattern {
  readonly pattern: string;
  readonly message: string;
}

export type Comparison = 'eq' | 'ne' | 'in' | 'notIn' | 'empty' | 'notEmpty' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains';

export interface ConditionTerm {
  /** The `vModel` of another field of the same scope or of the form around it. */
  readonly field: string;
  readonly is: Comparison;
  readonly value?: unknown;
}

/** When a field is shown or required: all of its terms hold, or any of them. */
export type FieldCondition = { readonly all: readonly ConditionTerm[] } | { readonly any: readonly ConditionTerm[] };

/** Components that compatible renderers do not have; they show the tag instead (form-designer §1.2). */
export type ExtensionKind = 'text' | 'divider' | 'repeat' | 'signature';

/** Our additions to a field, stored where compatible renderers ignore them. */
export interface FieldExtension {
  readonly kind?: ExtensionKind;
  readonly help?: string;
  readonly visibleWhen?: FieldCondition;
  readonly requiredWhen?: FieldCondition;
  /** Dictionary type that gives the options. */
  readonly dict?: string;
  readonly labelKey?: string;
  readonly valueKey?: string;
  readonly money?: boolean;
  /** `lines.amount`: the sum of a column of a repeated table. */
  readonly sumOf?: string;
  /** Limits and button of a repeated table. */
  readonly min?: number;
  readonly max?: number;
  readonly addText?: string;
  /** Words of a divider. */
  readonly text?: string;
}

export type FieldLayout = 'colFormItem' | 'rowFormItem' | 'raw';

/**
 * A field, or a row that contains fields (S3.8). Further keys are attributes of its component, with the component's own names
 * (`maxlength`, `show-word-limit`); `options`, `prepend`, `append` and `default` are its slots.
 */
export interface FormField {
  readonly formId: number;
  readonly renderKey: string;
  readonly tag: string;
  readonly tagIcon: string;
  readonly layout: FieldLayout;
  readonly label: string;
  readonly labelWidth: number | null;
  readonly showLabel: boolean;
  readonly changeTag: boolean;
  readonly required: boolean;
  readonly span: number;
  readonly regList: readonly FieldPattern[];
  readonly document: string;
  readonly vModel?: string;
  readonly defaultValue?: unknown;
  readonly componentName?: string;
  readonly layoutTree?: boolean;
  readonly children?: readonly FormField[];
  readonly options?: readonly FormOption[];
  readonly shuzhou?: FieldExtension;
  /** Keys of the file that this program does not know, at each of their places; written back unchanged. */
  readonly rest?: Readonly<Record<string, unknown>>;
  readonly [attribute: string]: unknown;
}

export interface Form {
  readonly config: FormConfig;
  readonly fields: readonly FormField[];
  /** Unknown keys at the top of the file. */
  readonly rest?: Readonly<Record<string, unknown>>;
}

/** A repair that reading a form made, for the list that the designer shows. */
export interface FormWarning {
  readonly formId: number | null;
  readonly message: string;
}

/** Why a form cannot be read; the message is for users. */
export class FormError extends Error {}

/** Limits of a form (form-designer §1.3). */
export const FORM_LIMITS = {
  /** Counting nested fields. */
  fields: 500,
  rowDepth: 5,
  jsonDepth: 40,
  bytes: 512 * 1024,
  label: 50,
  placeholder: 100,
  patterns: 10,
  pattern: 300,
  patternMessage: 100,
  options: 500,
  optionLabel: 100,
  optionValue: 100,
  treeDepth: 5,
  treeNodes: 2_000,
  help: 200,
  conditionTerms: 10,
  labelWidth: 400,
  gutter: 100,
  repeatRows: 20,
} as const;

/** The number of the first field is this plus one (S9.6); so is the id of the first node of an option tree. */
export const FIRST_ID = 100;
/** Version of the stored drawing (S3.18); another version empties it (S4.7). */
export const DRAWING_VERSION = '1.2';

const RESERVED_WORDS =
  'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield let static await async implements package protected interface private public arguments eval undefined NaN Infinity';
const TAKEN = new Set(
  `${RESERVED_WORDS} __proto__ constructor prototype toString valueOf hasOwnProperty formJson variables approval INITIATOR taskId comment loopCounter`.split(
    ' ',
  ),
);

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

/** Returns why a field name cannot be used, or null. Names become variables of the process and of generated code. */
export function nameProblem(name: string): string | null {
  if (!NAME.test(name)) return '字段名须以字母开头，只用字母、数字和下划线，不超过40个字符';
  return TAKEN.has(name) || name.startsWith('nrOf') ? `字段名「${name}」另有用处，请换一个` : null;
}

export const nameTaken = (name: string): string => `字段名已被使用：${name}`;

export const isRow = (field: FormField): boolean => field.layout === 'rowFormItem';
export const isRepeat = (field: FormField): boolean => field.shuzhou?.kind === 'repeat';

/** Calls `visit` for every field in reading order, with its parents from the outside in. */
export function eachField(
  fields: readonly FormField[],
  visit: (field: FormField, parents: readonly FormField[]) => void,
  parents: readonly FormField[] = [],
): void {
  for (const field of fields) {
    visit(field, parents);
    if (field.children) eachField(field.children, visit, [...parents, field]);
  }
}

/** Returns every field in reading order, nested ones included. */
export function allFields(fields: readonly FormField[]): FormField[] {
  const all: FormField[] = [];
  eachField(fields, (field) => all.push(field));
  return all;
}
