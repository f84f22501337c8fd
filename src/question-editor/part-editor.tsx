import type { ReactNode } from 'react';
import { blanksOf } from '../../contract/textbook/key-problems.ts';
import type { SimplifiedTable } from '../../contract/textbook/answer/text-folding.ts';
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

/** The stem with 【空1】 in place of the ids of its blanks. */
const numbered = (stem: string, blanks: readonly string[]): string =>
  blanks.reduce((text, id, at) => text.replace(`[[${id}]]`, `【空${at + 1}】`), stem);

/** The stem with ids again; a number that is new or used twice is a new blank. */
function withIds(stem: string, blanks: readonly string[]): string {
  const used = new Set<string>();
  return stem.replace(/【空(\d{1,2})】/g, (_all, number: string) => {
    const known = blanks[Number(number) - 1];
    const id = known === undefined || used.has(known) ? newId() : known;
    used.add(id);
    return `[[${id}]]`;
  });
}

/** Stem, key and explanation of a question that is no passage. */
export function PartEditor({ value, change, simplified, storeFile }: PartEditorProps) {
  const { shown, key } = value;
  const blanks = shown.kind === 'fill' ? blanksOf(shown.stem) : [];
  return (
    <>
      <RichField
        label="题干"
        html={numbered(shown.stem, blanks)}
        storeFile={storeFile}
        change={(stem) => change(withBlanksOf({ ...value, shown: { ...shown, stem: withIds(stem, blanks) } }))}
        {...(shown.kind === 'fill' ? { insert: { label: '插入空', text: () => `【空${blanks.length + 1}】` } } : {})}
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
