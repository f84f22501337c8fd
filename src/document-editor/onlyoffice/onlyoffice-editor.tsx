import { useEffect, useEffectEvent, useId } from 'react';
import type { ServedEditorProps } from '../document-editor.ts';

interface ServedEditor {
  destroyEditor(): void;
}

declare global {
  interface Window {
    DocsAPI?: { DocEditor: new (id: string, config: Readonly<Record<string, unknown>>) => ServedEditor };
  }
}

/** The script belongs to the document server; its address is in the configuration of this server and in the policy of this page only. */
function loadScript(address: string): Promise<void> {
  if (window.DocsAPI) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('the document server does not answer')));
    document.head.append(script);
  });
}

/** The editor of a document server, in its own frame. It stores by itself: the server of this product receives its files. */
export function OnlyofficeEditor({ script, config, onFailed }: ServedEditorProps) {
  const place = useId();
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    let editor: ServedEditor | null = null;
    let here = true;
    loadScript(script).then(
      () => {
        if (!here || !window.DocsAPI) return;
        const events = { onError: () => fail() };
        editor = new window.DocsAPI.DocEditor(place, { ...config, width: '100%', height: '100%', events });
      },
      () => here && fail(),
    );
    return () => {
      here = false;
      editor?.destroyEditor();
    };
  }, [script, config, place]);
  return (
    <div className="served-editor">
      <div id={place} />
    </div>
  );
}
