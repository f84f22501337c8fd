import type { ReactNode } from 'react';
import type { SimplifiedTable } from '../../contract/textbook/text-folding.ts';
import { newId, withBlanksOf, type PartValue } from './editor-value.ts';
import { FillEditor } from './fill-editor.tsx';
import { OptionsEditor } from './options-editor.tsx';
import { MatchEditor, OrderEditor } from './pairs-editor.tsx';
import { CheckField, RichField, type StoreFile } from './rich-field.tsx';
import { WrittenEditor } from './written-editor.tsx';

interface PartEditorProps {
  readonly value: PartValue;
  readonly change: (value: PartValue) => void;
  readonly simplified: SimplifiedTable;
  readonly storeFile?: StoreFile | undefined;
}

/** Stem, key and explanation of a question that is no passage. */
export function PartEditor({ value, change, simplified, storeFile }: PartEditorProps) {
  const { shown, key } = value;
  return (
    <>
      <RichField
        label="题干"
        html={shown.stem}
        storeFile={storeFile}
        change={(stem) => change(withBlanksOf({ ...value, shown: { ...shown, stem } }))}
        {...(shown.kind === 'fill' ? { insert: { label: '插入空', text: () => `[[${newId()}]]` } } : {})}
      />
      {bodyOf({ value, change, simplified })}
      <RichField
        label="解析"
        html={key.explanation}
        storeFile={storeFile}
        rows={2}
        change={(explanation) => change({ ...value, key: { ...key, explanation } })}
      />
    </>
  );
}

function bodyOf({ value, change, simplified }: PartEditorProps): ReactNode {
  const { shown, key } = value;
  if ((shown.kind === 'single' || shown.kind === 'multi') && (key.kind === 'single' || key.kind === 'multi'))
    return <OptionsEditor shown={shown} keyPart={key} change={(nextShown, nextKey) => change({ ...value, shown: nextShown, key: nextKey })} />;
  if (key.kind === 'judge')
    return <CheckField label="这句话是正确的" checked={key.right} change={(right) => change({ ...value, key: { ...key, right } })} />;
  if (shown.kind === 'fill' && key.kind === 'fill')
    return (
      <FillEditor
        shown={shown}
        keyPart={key}
        simplified={simplified}
        change={(nextShown, nextKey) => change({ ...value, shown: nextShown, key: nextKey })}
      />
    );
  if (shown.kind === 'match' && key.kind === 'match')
    return <MatchEditor shown={shown} keyPart={key} change={(nextShown, nextKey) => change({ ...value, shown: nextShown, key: nextKey })} />;
  if (shown.kind === 'order' && key.kind === 'order')
    return <OrderEditor shown={shown} keyPart={key} change={(nextShown, nextKey) => change({ ...value, shown: nextShown, key: nextKey })} />;
  if ((shown.kind === 'short' || shown.kind === 'upload') && (key.kind === 'short' || key.kind === 'upload'))
    return <WrittenEditor shown={shown} keyPart={key} change={(nextShown, nextKey) => change({ ...value, shown: nextShown, key: nextKey })} />;
  return null;
}
