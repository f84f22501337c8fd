import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import 'bpmn-js/dist/assets/bpmn-js.css';
import 'bpmn-js/dist/assets/diagram-js.css';
import { flowablePackageFor, SHUZHOU_MODDLE } from '../../../../contract/workflow/bpmn-extensions.ts';
import { translated } from './bpmn-words.ts';
import type { NodeMark, Services } from './diagram-types.ts';
import { withLayout } from './with-layout.ts';

export interface Viewer {
  open(xml: string): Promise<void>;
  mark(marks: readonly NodeMark[]): void;
  zoom(how: 'in' | 'out' | 'fit'): void;
  destroy(): void;
}

const STEP = 1.25;
const LEAST = 0.2;
const MOST = 4;

/** Creates a read-only diagram inside `container`. */
export function createViewer(container: HTMLElement): Viewer {
  let viewer: NavigatedViewer | null = null;
  const service = <N extends keyof Services>(name: N): Services[N] | undefined => viewer?.get(name);
  return {
    async open(xml) {
      viewer?.destroy();
      viewer = new NavigatedViewer({
        container,
        moddleExtensions: { flowable: flowablePackageFor(xml), shuzhou: SHUZHOU_MODDLE },
        additionalModules: [{ translate: ['value', translated] }],
      });
      await viewer.importXML(await withLayout(xml));
    },
    mark(marks) {
      for (const { key, state, label } of marks) {
        if (!service('elementRegistry')?.get(key)) continue;
        service('canvas')?.addMarker(key, `node-${state}`);
        if (!label) continue;
        const html = document.createElement('div');
        html.className = 'process-diagram-label';
        html.textContent = label;
        service('overlays')?.add(key, 'mark', { position: { bottom: -4, left: 0 }, html });
      }
    },
    zoom(how) {
      const canvas = service('canvas');
      if (!canvas) return;
      if (how === 'fit') canvas.zoom('fit-viewport', 'auto');
      else canvas.zoom(Math.min(MOST, Math.max(LEAST, canvas.zoom() * (how === 'in' ? STEP : 1 / STEP))), 'auto');
    },
    destroy: () => viewer?.destroy(),
  };
}
