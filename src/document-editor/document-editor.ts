import type { DocumentMode } from '../../contract/manuscript/document.ts';

/** What an open editor gives to the page. */
export interface DocumentHandle {
  /** The document as it is now, a .docx. */
  save(): Promise<ArrayBuffer>;
}

/** The port: every editor of documents is one component with these properties. */
export interface DocumentEditorProps {
  /** The .docx file; another array is another document. */
  readonly bytes: Uint8Array;
  readonly mode: DocumentMode;
  /** The name under which marks and comments are made. */
  readonly author: string;
  /** Whether marks of others may be accepted and rejected. */
  readonly mayResolve: boolean;
  readonly dark: boolean;
  /** The pages are visible and take input. */
  onReady(handle: DocumentHandle): void;
  /** The document changed; it may be called for every key. */
  onChange(): void;
  /** The file cannot be opened. */
  onFailed(): void;
  /** A message for the user, in Chinese. */
  onMessage(text: string): void;
}

/** The configuration of an editor that another server serves and that stores by itself. */
export interface ServedEditorProps {
  readonly script: string;
  readonly config: Readonly<Record<string, unknown>>;
  onFailed(): void;
}
