import Modeler from 'bpmn-js/lib/Modeler';
import { flowablePackageFor, SHUZHOU_MODDLE } from '../../../../contract/workflow/bpmn-extensions.ts';
import { translated } from './bpmn-words.ts';
import { keptContent, keptNames, withKeptContent, type KeptContent } from './kept-content.ts';
import { markUnsupported } from './unsupported-marks.ts';
import { mergedTyping } from './merged-typing.ts';
import { withLayout } from './with-layout.ts';
import type { ContextPad, DiagramElement, PadEntry, Services } from './diagram-types.ts';

/** An open diagram. `service` gives a part of the library by its name. */
export interface Modeller {
  service<N extends keyof Services>(name: N): Services[N];
  /** Reads a file; throws when nothing can be shown. */
  open(xml: string): Promise<void>;
  /** What the editor does not understand of the file: it is saved with it, but not run. */
  kept(): readonly string[];
  removeKept(): void;
  /** Runs several commands as one, which one undo takes back. */
  together(work: () => void): void;
  xml(): Promise<string>;
  svg(): Promise<string>;
  destroy(): void;
}

const translate = { translate: ['value', translated] };
/** The palette is ours, beside the canvas: it has names and works by keyboard. */
const noPalette = { paletteProvider: ['value', null] };

type Append = 'bpmn:UserTask' | 'bpmn:ExclusiveGateway' | 'bpmn:EndEvent';
const APPEND: readonly (readonly [Append, string, string])[] = [
  ['bpmn:UserTask', 'bpmn-icon-user-task', '接一个人工任务'],
  ['bpmn:ExclusiveGateway', 'bpmn-icon-gateway-xor', '接一个条件'],
  ['bpmn:EndEvent', 'bpmn-icon-end-event-none', '接一个结束'],
];

/** The buttons beside a selected element: only what this product supports. */
class PadProvider {
  static readonly $inject = ['contextPad', 'injector'];
  readonly #get: <N extends keyof Services>(name: N) => Services[N];

  constructor(contextPad: ContextPad, injector: { get<N extends keyof Services>(name: N): Services[N] }) {
    this.#get = (name) => injector.get(name);
    contextPad.registerProvider(this);
  }

  getContextPadEntries(element: DiagramElement): Readonly<Record<string, PadEntry>> {
    const entries: Record<string, PadEntry> = {};
    const continues = /Task|Gateway|StartEvent|Intermediate|BoundaryEvent|SubProcess|CallActivity/.test(element.type);
    if (continues && !element.labelTarget) {
      for (const [type, className, title] of APPEND) {
        const shape = () => this.#get('elementFactory').createShape({ type });
        entries[`append-${type}`] = {
          group: 'model',
          className,
          title,
          action: {
            click: () => this.#get('autoPlace').append(element, shape()),
            dragstart: (event) => this.#get('create').start(event, shape(), { source: element }),
          },
        };
      }
      const connect = (event: Event) => this.#get('connect').start(event, element);
      entries['connect'] = {
        group: 'edit',
        className: 'bpmn-icon-connection-multi',
        title: '连到另一个节点',
        action: { click: connect, dragstart: connect },
      };
    }
    entries['delete'] = {
      group: 'edit',
      className: 'bpmn-icon-trash',
      title: '删除',
      action: { click: () => this.#get('modeling').removeElements([element]) },
    };
    return entries;
  }
}

const NOTHING: KeptContent = { parts: [], drawn: [] };

/** The commands that it runs before itself are undone with it. */
class Together {
  preExecute({ work }: { work: () => void }): void {
    work();
  }
}

/** Creates a diagram editor inside `container`. A file is read by an editor that knows the elements of the file. */
export function createModeller(container: HTMLElement, onCreated: (modeller: Modeler) => void): Modeller {
  let modeller: Modeler | null = null;
  let modeling: Services['modeling'] | null = null;
  let content: KeptContent = NOTHING;
  const current = (): Modeler => {
    if (!modeller) throw new Error('no diagram is open');
    return modeller;
  };
  const plainXml = async (): Promise<string> => (await current().saveXML({ format: true })).xml ?? '';
  return {
    service: (name) => (name === 'modeling' && modeling ? (modeling as Services[typeof name]) : current().get(name)),
    async open(xml) {
      modeller?.destroy();
      modeller = new Modeler({
        container,
        moddleExtensions: { flowable: flowablePackageFor(xml), shuzhou: SHUZHOU_MODDLE },
        additionalModules: [translate, noPalette, { contextPadProvider: ['type', PadProvider] }],
      });
      onCreated(modeller);
      const drawn = await withLayout(xml);
      await modeller.importXML(drawn);
      const get: <N extends keyof Services>(name: N) => Services[N] = (name) => current().get(name);
      get('commandStack').registerHandler('shuzhou.together', Together);
      modeling = mergedTyping(get('modeling'), get('commandStack'), get('eventBus'));
      content = keptContent(drawn, await plainXml());
      const mark = () => markUnsupported(get, content.drawn);
      mark();
      get('eventBus').on('commandStack.changed', mark);
    },
    kept: () => keptNames(content),
    removeKept() {
      content = NOTHING;
      markUnsupported((name) => current().get(name), []);
    },
    together: (work) => current().get<Services['commandStack']>('commandStack').execute('shuzhou.together', { work }),
    xml: async () => withKeptContent(await plainXml(), content),
    svg: async () => (await current().saveSVG()).svg,
    destroy: () => modeller?.destroy(),
  };
}
