import type { ComponentType } from 'react';
import { kindOf } from '../../../contract/workflow/form-keys.ts';
import { CascaderControl, CheckboxControl, RadioControl, SelectControl } from './choice-controls.tsx';
import type { ControlProps } from './control-props.ts';
import { DateControl, DateRangeControl, TimeControl, TimeRangeControl } from './moment-controls.tsx';
import {
  ColorControl,
  NumberControl,
  RateControl,
  RichTextControl,
  SliderControl,
  SwitchControl,
  TextAreaControl,
  TextControl,
} from './text-controls.tsx';
import { SignatureControl, UploadControl } from './upload-control.tsx';

const CONTROLS: Readonly<Record<string, ComponentType<ControlProps>>> = {
  input: TextControl,
  password: TextControl,
  textarea: TextAreaControl,
  'rich-text': RichTextControl,
  number: NumberControl,
  select: SelectControl,
  cascader: CascaderControl,
  radio: RadioControl,
  checkbox: CheckboxControl,
  switch: SwitchControl,
  slider: SliderControl,
  time: TimeControl,
  'time-range': TimeRangeControl,
  date: DateControl,
  'date-range': DateRangeControl,
  rate: RateControl,
  color: ColorControl,
  upload: UploadControl,
  signature: SignatureControl,
};

/** The control of a field with a value. */
export function FieldControl(props: ControlProps) {
  const Control = CONTROLS[kindOf(props.field) ?? ''];
  return Control ? <Control {...props} /> : null;
}
