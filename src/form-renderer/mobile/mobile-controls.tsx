import { useState, type ComponentType } from 'react';
import ImageUploader from 'antd-mobile/es/components/image-uploader';
import Input from 'antd-mobile/es/components/input';
import Slider from 'antd-mobile/es/components/slider';
import Stepper from 'antd-mobile/es/components/stepper';
import Switch from 'antd-mobile/es/components/switch';
import TextArea from 'antd-mobile/es/components/text-area';
import { colorFormat } from '../../../contract/workflow/form-color.ts';
import { plainText } from '../../../contract/workflow/form-display.ts';
import { kindOf } from '../../../contract/workflow/form-keys.ts';
import { usePictures } from '../form-file.ts';
import { FileLink, Picture } from '../read-value.tsx';
import { SignaturePad } from '../signature-pad.tsx';
import { useFileField } from '../use-file-field.ts';
import { useStore } from '../use-filled-form.ts';
import { MobileCascader, MobileCheckbox, MobileRadio, MobileSelect } from './mobile-choices.tsx';
import type { MobileControlProps } from './mobile-control-props.ts';
import { MobileDate, MobileDateRange, MobileTime, MobileTimeRange } from './mobile-moments.tsx';

const text = (value: unknown): string => (typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value));
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const string = (value: unknown): string => (typeof value === 'string' ? value : '');

function MobileText({ field, state }: MobileControlProps) {
  const max = number(field['maxlength']);
  return (
    <div className="mf-text">
      {field['prepend'] ? <span className="mf-soft">{string(field['prepend'])}</span> : null}
      <Input
        id={state.id}
        value={text(state.value)}
        placeholder={string(field['placeholder'])}
        {...(max === undefined ? {} : { maxLength: max })}
        {...(field['show-password'] === true ? { type: 'password', autoComplete: 'new-password' } : {})}
        onChange={state.change}
        onBlur={state.blur}
      />
      {field['append'] ? <span className="mf-soft">{string(field['append'])}</span> : null}
    </div>
  );
}

function MobileTextArea({ field, state }: MobileControlProps) {
  const max = number(field['maxlength']);
  return (
    <TextArea
      id={state.id}
      value={text(state.value)}
      placeholder={string(field['placeholder'])}
      autoSize={{ minRows: 3, maxRows: 10 }}
      {...(max === undefined ? {} : { maxLength: max })}
      showCount={field['show-word-limit'] === true && max !== undefined}
      onChange={state.change}
      onBlur={state.blur}
    />
  );
}

const escape = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** Paragraphs can be written on a phone; other markup would be lost. */
const isParagraphs = (markup: string): boolean => !/<(?!\/?(?:p|br)\b)[a-z]/i.test(markup);

function MobileRichText({ field, state }: MobileControlProps) {
  const markup = text(state.value);
  if (!isParagraphs(markup))
    return (
      <div>
        <p className="form-read">{plainText(markup)}</p>
        <p className="mf-soft">请在电脑端编辑</p>
      </div>
    );
  return (
    <TextArea
      id={state.id}
      value={plainText(markup)}
      placeholder={string(field['placeholder'])}
      autoSize={{ minRows: 4, maxRows: 12 }}
      onChange={(words) =>
        state.change(
          words === ''
            ? ''
            : words
                .split('\n')
                .map((line) => `<p>${escape(line)}</p>`)
                .join(''),
        )
      }
      onBlur={state.blur}
    />
  );
}

/** A stepper is quicker than a keyboard only for few whole numbers. */
const STEPS = 50;

function MobileNumber({ field, state }: MobileControlProps) {
  const [min, max, step = 1] = [number(field['min']), number(field['max']), number(field['step'])];
  const value = number(state.value);
  const [typed, setTyped] = useState<string | null>(null);
  if (step >= 1 && min !== undefined && max !== undefined && max - min <= STEPS)
    return (
      <Stepper
        min={min}
        max={max}
        step={step}
        value={value ?? null}
        allowEmpty
        onChange={(next: number | null) => state.change(next)}
        onBlur={state.blur}
      />
    );
  return (
    <Input
      id={state.id}
      inputMode="decimal"
      value={typed ?? (value === undefined ? '' : String(value))}
      placeholder={string(field['placeholder'])}
      onChange={(words) => {
        setTyped(words);
        const read = words.trim() === '' ? null : Number(words);
        state.change(read === null || Number.isNaN(read) ? (words.trim() === '' ? null : words) : read);
      }}
      onBlur={() => {
        setTyped(null);
        state.blur();
      }}
    />
  );
}

function MobileSwitch({ field, state }: MobileControlProps) {
  const [on, off] = [field['active-value'] ?? true, field['inactive-value'] ?? false];
  return (
    <div className="mf-switch">
      <span>{string(field['inactive-text'])}</span>
      <Switch checked={state.value === on} aria-label={field.label} onChange={(checked) => state.change(checked ? on : off)} />
      <span>{string(field['active-text'])}</span>
    </div>
  );
}

function MobileSlider({ field, state }: MobileControlProps) {
  const [min = 0, max = 100, step = 1] = [number(field['min']), number(field['max']), number(field['step'])];
  const range = field['range'] === true;
  const value = range ? ((Array.isArray(state.value) ? state.value : [min, max]) as [number, number]) : (number(state.value) ?? min);
  return (
    <div className="mf-slider">
      <Slider min={min} max={max} step={step} range={range} value={value} onChange={(next) => state.change(next)} />
      <span>{Array.isArray(value) ? value.join(' – ') : value}</span>
    </div>
  );
}

/** Stars as buttons, which also work without gestures. A second press on the same star takes half of it. */
function MobileRate({ field, state }: MobileControlProps) {
  const value = number(state.value) ?? 0;
  const stars = Array.from({ length: number(field['max']) ?? 5 }, (_, at) => at + 1);
  const look = (star: number) => (value >= star ? 'full' : value >= star - 0.5 ? 'half' : '');
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would draw its own frame
    <div role="group" aria-label={field.label} className="mf-rate">
      {stars.map((star) => (
        <button
          key={star}
          type="button"
          className={look(star)}
          aria-label={`${star} 星`}
          aria-pressed={value > star - 1 && value <= star}
          onClick={() => state.change(field['allow-half'] === true && value === star ? star - 0.5 : star)}
        >
          ★
        </button>
      ))}
      {value > 0 ? <span>{value}</span> : null}
    </div>
  );
}

const SWATCHES = ['#b4382c', '#d98324', '#c9a227', '#4f8a4b', '#007f80', '#2f5d8c', '#6b4f8a', '#1f2329'];

/** Swatches and the colour input of the device. Formats other than hex and rgb are edited on a computer. */
function MobileColor({ field, state }: MobileControlProps) {
  const format = colorFormat(field);
  const current = string(state.value);
  if (format.startsWith('hs')) return <span className="mf-soft">{current || '—'}（请在电脑端选择）</span>;
  const alpha = /,\s*([\d.]+)\s*\)$/.exec(current)?.[1];
  const hex = /^#[\da-f]{6}/i.exec(current)?.[0] ?? hexOf(current);
  const set = (next: string, opacity = Number(format === 'rgba' ? (alpha ?? 1) : 1)) =>
    state.change(format === 'hex' ? next : rgbOf(next, format, opacity));
  return (
    <div className="mf-colours">
      {SWATCHES.map((one) => (
        <button key={one} type="button" aria-label={one} aria-pressed={one === hex} style={{ background: one }} onClick={() => set(one)} />
      ))}
      <input type="color" id={state.id} aria-label={field.label} value={hex ?? '#000000'} onChange={(event) => set(event.target.value)} />
      {format === 'rgba' && hex ? (
        <Slider min={0} max={100} value={Math.round(Number(alpha ?? 1) * 100)} onChange={(next) => set(hex, Number(next) / 100)} />
      ) : null}
    </div>
  );
}

function hexOf(color: string): string | null {
  const parts = /^rgba?\((\d+),\s*(\d+),\s*(\d+)/.exec(color);
  return parts
    ? `#${parts
        .slice(1, 4)
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')}`
    : null;
}

function rgbOf(hex: string, format: string, alpha: number): string {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return format === 'rgba' ? `rgba(${r}, ${g}, ${b}, ${alpha})` : `rgb(${r}, ${g}, ${b})`;
}

const NONE: readonly string[] = [];

function MobileUpload({ field, state }: MobileControlProps) {
  const upload = useFileField(field, state);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (files: readonly File[]) => setProblem(await upload.send(files));
  const accept = string(field['accept']);
  const pictured = kindOf(field) !== 'signature' && (accept.startsWith('image/') || field['list-type'] === 'picture-card');
  const pictures = usePictures(pictured ? upload.files.map(({ url }) => url) : NONE, useStore().parts.loadFile);
  const message = problem ? (
    <p className="mf-error" role="alert">
      {problem}
    </p>
  ) : null;
  if (kindOf(field) === 'signature') {
    const [signed] = upload.files;
    return (
      <>
        {signed ? (
          <div className="mf-chosen">
            <Picture file={signed} alt={`${field.label}：已签名`} />
            <button type="button" onClick={() => upload.remove(signed)}>
              重新签名
            </button>
          </div>
        ) : (
          <SignaturePad label={field.label} disabled={upload.sending > 0} onDone={(file) => void send([file])} />
        )}
        {message}
      </>
    );
  }
  if (pictured)
    return (
      <>
        <ImageUploader
          accept={upload.accept}
          multiple={upload.most > 1}
          maxCount={upload.most}
          value={upload.files.map(({ uid, url }) => ({ key: uid, url: pictures[url] ?? '' }))}
          onChange={(items) => {
            const gone = upload.files.find(({ uid }) => !items.some(({ key }) => key === uid));
            if (gone) upload.remove(gone);
          }}
          beforeUpload={async (file) => {
            await send([file]);
            return null;
          }}
          upload={() => Promise.reject(new Error('files are sent before this'))}
        />
        {message}
      </>
    );
  return (
    <>
      {upload.files.map((file) => (
        <div key={file.uid} className="mf-chosen">
          <FileLink file={file} />
          <button type="button" aria-label={`移除${file.name}`} onClick={() => upload.remove(file)}>
            移除
          </button>
        </div>
      ))}
      <label className="mf-file">
        <input
          id={state.id}
          type="file"
          accept={upload.accept}
          multiple={upload.most > 1}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            event.target.value = '';
            void send(files);
          }}
        />
        {upload.sending > 0 ? '正在上传…' : string(field['buttonText']) || '点击上传'}
      </label>
      {field['showTip'] === true ? <p className="mf-soft">{upload.hint}</p> : null}
      {message}
    </>
  );
}

const CONTROLS: Readonly<Record<string, ComponentType<MobileControlProps>>> = {
  input: MobileText,
  password: MobileText,
  textarea: MobileTextArea,
  'rich-text': MobileRichText,
  number: MobileNumber,
  select: MobileSelect,
  cascader: MobileCascader,
  radio: MobileRadio,
  checkbox: MobileCheckbox,
  switch: MobileSwitch,
  slider: MobileSlider,
  time: MobileTime,
  'time-range': MobileTimeRange,
  date: MobileDate,
  'date-range': MobileDateRange,
  rate: MobileRate,
  color: MobileColor,
  upload: MobileUpload,
  signature: MobileUpload,
};

export function MobileControl(props: MobileControlProps) {
  const Control = CONTROLS[kindOf(props.field) ?? ''];
  return Control ? <Control {...props} /> : null;
}
