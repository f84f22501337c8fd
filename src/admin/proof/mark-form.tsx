import { useEffect, useRef, useState } from 'react';
import { App, Button, Input, InputNumber, Select, type InputRef } from 'antd';
import type { ErrorKind } from '../../../contract/proof/error-rate.ts';
import { workFiles } from '../../../contract/manuscript/work-files.ts';
import { timeWords, writtenTime } from '../../../contract/proof/mark-time.ts';
import { addMark, editMark, type ProofDetail, type ProofMark } from '../../../contract/proof/proof.ts';
import { call } from '../../api/call.ts';
import { useEditCall } from '../manuscript/use-edit-call.ts';
import { Labelled } from '../ui/labelled.tsx';
import type { NewPlace } from '../../proof-sheet/mark-places.ts';

/** The strokes of a proofreader, each with the kind of error that it usually marks. */
const STROKES: readonly (readonly [label: string, kind: ErrorKind])[] = [
  ['改', 'wrong'],
  ['删', 'extra'],
  ['增', 'missing'],
  ['标点', 'punctuation'],
  ['正斜', 'case'],
  ['疑问', 'query'],
];
const COUNTED: ReadonlySet<ErrorKind> = new Set(['missing', 'extra']);

/** A time as it is shown in the form. */
const momentOf = (ms: number | null): string => (ms === null ? '' : timeWords(ms));
/** The time that a form says: the exact one while its words were not changed. */
const momentWritten = (text: string, before: number | null): number | null => (text === momentOf(before) ? before : writtenTime(text));

interface Props {
  readonly one: ProofDetail;
  /** The mark that is changed; a new one otherwise. */
  readonly mark: ProofMark | null;
  readonly place: NewPlace;
  readonly onDone: () => void;
}

/** Writes one mark: kind, wrong, right, and what else must be known. */
export function MarkForm({ one, mark, place, onDone }: Props) {
  const run = useEditCall();
  const { message } = App.useApp();
  const right = useRef<InputRef>(null);
  const [values, setValues] = useState({
    kind: (mark?.kind ?? 'wrong') as ErrorKind,
    page: mark?.page ?? place.page,
    wrong: mark?.wrong ?? place.quote,
    right: mark?.right ?? '',
    note: mark?.note ?? '',
    characters: mark?.characters ?? 1,
    groupKey: mark?.groupKey ?? '',
    start: momentOf(mark?.startMs ?? place.startMs ?? null),
    end: momentOf(mark?.endMs ?? null),
  });
  const { parts } = workFiles(one.kind);
  const [busy, setBusy] = useState(false);
  useEffect(() => right.current?.focus(), []);
  const change = (more: Partial<typeof values>) => setValues({ ...values, ...more });
  const choose = (kind: ErrorKind) => change({ kind, characters: kind === 'extra' ? Math.max(1, [...values.wrong].length) : 1 });
  const save = async () => {
    const { start, end, ...words } = values;
    const startMs = parts ? momentWritten(start, mark?.startMs ?? place.startMs ?? null) : null;
    const endMs = parts && end.trim() !== '' ? momentWritten(end, mark?.endMs ?? null) : null;
    if (parts && (startMs === null || (end.trim() !== '' && endMs === null))) return void message.error('时间写作 1:23 或 1:02:03，请改正后再保存');
    setBusy(true);
    const body = {
      ...words,
      trackId: mark?.trackId ?? place.trackId ?? null,
      startMs,
      endMs,
      place: mark?.place ?? place.place,
      context: mark?.context ?? place.context,
      quote: mark?.quote ?? place.quote,
    };
    const done = await run(
      () =>
        mark
          ? call(editMark, { body: { ...body, markId: mark.markId, version: mark.version } })
          : call(addMark, { body: { ...body, proofId: one.proofId } }),
      mark ? '记号已改' : '记号已加',
    );
    setBusy(false);
    if (done) onDone();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes the form
    <form
      className="mark-form"
      aria-label={mark ? '改记号' : '加记号'}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDone();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would draw its own frame */}
      <div className="mark-strokes" role="group" aria-label="记号">
        {STROKES.map(([label, kind]) => (
          <Button
            key={kind}
            size="small"
            type={values.kind === kind ? 'primary' : 'default'}
            aria-pressed={values.kind === kind}
            onClick={() => choose(kind)}
          >
            {label}
          </Button>
        ))}
      </div>
      <Labelled label="差错类型">
        {(id) => (
          <Select
            id={id}
            value={values.kind}
            options={[
              ...one.rules.map((rule) => ({ value: rule.kind, label: `${rule.label}（${rule.weight / 100}）` })),
              { value: 'query', label: '疑问（不计分）' },
            ]}
            onChange={choose}
          />
        )}
      </Labelled>
      {parts ? (
        <div className="mark-row">
          <Labelled label={`${one.tracks.find(({ trackId }) => trackId === (mark?.trackId ?? place.trackId))?.title ?? parts.name}，从`}>
            {(id) => (
              <Input id={id} value={values.start} maxLength={12} style={{ width: 100 }} onChange={({ target }) => change({ start: target.value })} />
            )}
          </Labelled>
          <Labelled label="到（可不填）">
            {(id) => (
              <Input id={id} value={values.end} maxLength={12} style={{ width: 100 }} onChange={({ target }) => change({ end: target.value })} />
            )}
          </Labelled>
        </div>
      ) : null}
      <Labelled label={parts ? (parts.media === 'audio' ? '听到的' : '看到或听到的') : '原文'}>
        {(id) => <Input id={id} value={values.wrong} maxLength={300} onChange={({ target }) => change({ wrong: target.value })} />}
      </Labelled>
      <Labelled label="改为">
        {(id) => <Input id={id} ref={right} value={values.right} maxLength={300} onChange={({ target }) => change({ right: target.value })} />}
      </Labelled>
      <div className="mark-row">
        {parts ? null : (
          <Labelled label="页码">
            {(id) => <InputNumber id={id} value={values.page} min={1} max={10_000} precision={0} onChange={(page) => change({ page: page ?? 1 })} />}
          </Labelled>
        )}
        {COUNTED.has(values.kind) ? (
          <Labelled label="字数">
            {(id) => (
              <InputNumber
                id={id}
                value={values.characters}
                min={1}
                max={100_000}
                precision={0}
                onChange={(count) => change({ characters: count ?? 1 })}
              />
            )}
          </Labelled>
        ) : null}
        <Labelled label="同一差错归类">
          {(id) => (
            <Input
              id={id}
              value={values.groupKey}
              maxLength={60}
              placeholder="可不填"
              onChange={({ target }) => change({ groupKey: target.value })}
            />
          )}
        </Labelled>
      </div>
      <Labelled label="说明">
        {(id) => (
          <Input.TextArea
            id={id}
            value={values.note}
            maxLength={500}
            autoSize={{ minRows: 1, maxRows: 4 }}
            onChange={({ target }) => change({ note: target.value })}
          />
        )}
      </Labelled>
      <div className="mark-row">
        <Button type="primary" htmlType="submit" loading={busy} disabled={values.wrong === '' && values.right === '' && values.note === ''}>
          {mark ? '保存' : '加记号'}
        </Button>
        <Button onClick={onDone}>取消</Button>
      </div>
    </form>
  );
}
