import { css } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { basicSetup } from 'codemirror';

export type EditorLanguage = 'html' | 'js' | 'css' | 'tsx' | 'json';

export interface OpenEditor {
  focus(): void;
  set(text: string): void;
  close(): void;
}

interface Options {
  readonly text: string;
  readonly language: EditorLanguage;
  readonly label: string;
  readonly readOnly: boolean;
  readonly dark: boolean;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
}

const LANGUAGES = {
  html: () => html(),
  js: () => javascript(),
  css: () => css(),
  tsx: () => javascript({ jsx: true, typescript: true }),
  json: () => javascript(),
};

const look = (dark: boolean) =>
  EditorView.theme(
    {
      '&': { height: '100%', fontSize: '13px', color: 'var(--ant-color-text)', backgroundColor: 'var(--ant-color-bg-container)' },
      '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
      '.cm-gutters': { backgroundColor: 'var(--ant-color-fill-alter)', color: 'var(--ant-color-text-secondary)', border: '0' },
      '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--ant-color-fill-secondary)' },
      '.cm-content': { caretColor: 'var(--ant-color-text)' },
      '.cm-cursor': { borderLeftColor: 'var(--ant-color-text)' },
    },
    { dark },
  );

/** Colours of code; each has a contrast of 4.5:1 on the page and on the line of the caret. */
const colours = (dark: boolean): HighlightStyle => {
  const [word, text, name, key, number, note] = dark
    ? ['#d8a5f0', '#e5b07b', '#7fd0e6', '#a9d18e', '#9cc8ff', '#a6adb8']
    : ['#7a2690', '#8a3b12', '#005f73', '#2a5d1a', '#0b4f8a', '#5c6370'];
  return HighlightStyle.define([
    { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: word },
    { tag: [tags.string, tags.attributeValue, tags.regexp, tags.special(tags.string)], color: text },
    { tag: [tags.tagName, tags.typeName, tags.className, tags.definition(tags.variableName)], color: name },
    { tag: [tags.attributeName, tags.propertyName], color: key },
    { tag: [tags.number, tags.bool, tags.null, tags.unit, tags.color], color: number },
    { tag: tags.comment, color: note },
  ]);
};

/** Opens an editor in an element. */
export function openEditor(parent: HTMLElement, { text, language, label, readOnly, dark, onChange, onSave }: Options): OpenEditor {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        keymap.of([
          {
            key: 'Mod-s',
            preventDefault: true,
            run: () => {
              onSave();
              return true;
            },
          },
        ]),
        syntaxHighlighting(colours(dark)),
        basicSetup,
        LANGUAGES[language](),
        look(dark),
        EditorState.readOnly.of(readOnly),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    focus: () => view.focus(),
    set: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    close: () => view.destroy(),
  };
}
