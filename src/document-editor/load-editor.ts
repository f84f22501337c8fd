import type { ComponentType } from 'react';
import type { DocumentEditorProps, ServedEditorProps } from './document-editor.ts';

/** Loads the editor that runs in this page. It is a chunk of its own, about a megabyte, which no other page loads. */
export const loadEmbeddedEditor = async (): Promise<ComponentType<DocumentEditorProps>> =>
  (await import('./embedded/embedded-editor.tsx')).EmbeddedEditor;

export const loadServedEditor = async (): Promise<ComponentType<ServedEditorProps>> =>
  (await import('./onlyoffice/onlyoffice-editor.tsx')).OnlyofficeEditor;
