import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { Skeleton } from 'antd';
import { useDark } from '../../ui/use-device.ts';
import type { EditorLanguage, OpenEditor } from './code-mirror.ts';

export interface EditorHandle {
  focus(): void;
  /** Replaces the text, for instance after it was generated again. */
  set(text: string): void;
}

interface Props {
  readonly ref?: Ref<EditorHandle>;
  readonly language: EditorLanguage;
  readonly label: string;
  readonly value: string;
  readonly readOnly?: boolean;
  readonly onChange?: (text: string) => void;
  /** Ctrl+S or ⌘S. */
  readonly onSave?: () => void;
}

/** A code editor, loaded when it is first shown. `value` is its first text. */
export function CodeEditor({ ref, language, label, value, readOnly = false, onChange, onSave }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<OpenEditor | null>(null);
  const [ready, setReady] = useState(false);
  const dark = useDark();
  const changed = useEffectEvent((text: string) => onChange?.(text));
  const saved = useEffectEvent(() => onSave?.());
  const first = useEffectEvent(() => value);
  useEffect(() => {
    let open: OpenEditor | null = null;
    let here = true;
    void import('./code-mirror.ts').then(({ openEditor }) => {
      if (!here || !place.current) return;
      open = openEditor(place.current, { text: first(), language, label, readOnly, dark, onChange: changed, onSave: saved });
      editor.current = open;
      setReady(true);
    });
    return () => {
      here = false;
      open?.close();
      editor.current = null;
    };
  }, [language, label, readOnly, dark]);
  useImperativeHandle(ref, () => ({ focus: () => editor.current?.focus(), set: (text) => editor.current?.set(text) }), []);
  return (
    <div className="fd-editor" ref={place}>
      {ready ? null : <Skeleton active paragraph={{ rows: 8 }} style={{ padding: 16 }} />}
    </div>
  );
}
