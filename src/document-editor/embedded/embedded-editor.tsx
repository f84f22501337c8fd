import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Editor, ExecResult } from '@docx-editor.dev/core/contracts/editor';
import { DocxEditor, LocaleProvider, useDocxEditor, useEditorState, useTranslation } from '@docx-editor.dev/react';
import { zhCN } from '@docx-editor.dev/i18n';
import '@docx-editor.dev/core/styles/editor.css';
import type { DocumentEditorProps } from '../document-editor.ts';
import { guardInput } from './ime-guard.ts';
import { MarksRail } from './marks-rail.tsx';
import { rejectionWords } from './rejected-edit.ts';
import { MODULES } from './review.ts';
import { guardMarks } from './tracked-only.ts';
import './embedded.css';

/** The mode of the editor that each mode of a document begins with. There is none for comments: see `write`. */
const ROOT_MODES = { edit: 'edit', suggest: 'suggesting', comment: 'suggesting', view: 'view' } as const;

/** The embedded editor, composed from its parts: the packaged one opens and saves local files and reports to its maker. */
export function EmbeddedEditor(props: DocumentEditorProps) {
  const { bytes, mode, author, dark, onChange } = props;
  return (
    <LocaleProvider i18n={zhCN}>
      <div className={`embedded-editor docx-editor${dark ? ' dark' : ''}`} data-mode={mode}>
        <DocxEditor.Root
          document={bytes}
          modules={MODULES}
          mode={ROOT_MODES[mode]}
          author={author}
          locale="zh-CN"
          reviewDisplayMode="all-markup"
          colorMode={dark ? 'dark' : 'light'}
          // Opening a document is reported as a change too.
          onChange={({ source }) => source === undefined && onChange()}
        >
          <Inside {...props} />
        </DocxEditor.Root>
      </div>
    </LocaleProvider>
  );
}

function Inside(props: DocumentEditorProps) {
  const { mode, onReady, onFailed, onMessage } = props;
  const editor = useDocxEditor();
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const opening = useEditorState((now) => now.isLoading || now.isOpening === true);
  const failed = useEditorState((now) => now.openFailure !== null && now.openFailure !== undefined);
  const ready = useEffectEvent(onReady);
  const fail = useEffectEvent(onFailed);
  const say = useEffectEvent(onMessage);

  useEffect(() => {
    if (failed) fail();
  }, [failed]);
  const settled = useSettled(editor, opening);
  useEffect(() => {
    if (!editor || opening || failed) return;
    // Prop 'view' would lock comments out, so the document is opened for suggesting and then set to viewing.
    if (mode === 'comment') editor.setEditingMode('viewing');
    ready({ save: () => editor.save() });
  }, [editor, opening, failed, mode]);
  useEffect(() => {
    const element = host.current;
    if (!editor || !element || mode === 'view') return;
    const guard = guardInput(element, editor);
    const marks = mode === 'suggest' ? guardMarks(editor, say) : null;
    const rejections = editor.on('diagnostic', (event) => {
      const words = event.kind === 'edit.rejected' || event.kind === 'review.skipped' ? rejectionWords(event.code) : '';
      if (words !== '') say(words);
    });
    return () => {
      guard();
      marks?.();
      rejections();
    };
  }, [editor, mode]);

  const write = (work: (one: Editor) => ExecResult): ExecResult => {
    if (!editor) return { ok: false, code: 'notFound', reason: '' };
    if (mode !== 'comment') return work(editor);
    editor.setEditingMode('suggesting');
    try {
      return work(editor);
    } finally {
      editor.setEditingMode('viewing');
    }
  };
  return (
    <>
      {mode === 'edit' || mode === 'suggest' ? (
        <DocxEditor.Toolbar t={t as never} className="embedded-toolbar">
          <DocxEditor.Toolbar.EditingMode hidden />
          <DocxEditor.Toolbar.Comments hidden />
          <DocxEditor.Toolbar.Save hidden />
        </DocxEditor.Toolbar>
      ) : null}
      <div className="embedded-columns">
        <div className="embedded-pages" ref={host}>
          <DocxEditor.Viewport className={props.dark ? 'dark' : ''}>
            <DocxEditor.Content />
          </DocxEditor.Viewport>
          <DocxEditor.Navigation />
          {settled ? null : (
            <output className="embedded-settling" aria-live="polite">
              正在排版…
            </output>
          )}
        </div>
        {editor && !opening ? <MarksRail editor={editor} write={write} {...props} /> : null}
      </div>
    </>
  );
}

/** Time without a new page after which a long document is laid out completely, ms. */
const QUIET_MS = 700;

/** Whether all pages are laid out. The editor goes on in the background and reports the number of pages with `selectionChange`. */
function useSettled(editor: Editor | null, opening: boolean): boolean {
  const [settled, setSettled] = useState<Editor | null>(null);
  useEffect(() => {
    if (!editor || opening) return;
    let pages = -1;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      const now = editor.getTotalPages();
      if (now === pages) return;
      pages = now;
      clearTimeout(timer);
      timer = setTimeout(() => setSettled(editor), QUIET_MS);
    };
    look();
    const off = editor.on('selectionChange', look);
    return () => {
      off();
      clearTimeout(timer);
    };
  }, [editor, opening]);
  return editor !== null && settled === editor;
}
