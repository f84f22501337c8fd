import elementStyles from 'element-ui/lib/theme-chalk/index.css?url';
import elementScript from 'element-ui/lib/index.js?url';
import vueScript from 'vue2/dist/vue.min.js?url';
import type { FrameCode, FromFrame, ToFrame } from './frame-messages.ts';

/**
 * Runs generated code in a document with an opaque origin and its own content security policy (form-designer §4.4). It has no access to
 * the session, to storage and to the network; it talks to the code preview by messages only.
 */

type Options = Record<string, unknown>;

interface VueInstance {
  $mount(target: string | Element): VueInstance;
  $destroy(): void;
  readonly $message: { warning(words: string): void };
}

interface VueClass {
  new (options: Options): VueInstance;
  component(name: string, options: Options): void;
  readonly config: { productionTip: boolean; devtools: boolean; errorHandler: (error: unknown) => void };
  readonly prototype: Record<string, unknown>;
}

interface Libraries {
  Vue: VueClass;
  ELEMENT: { readonly Upload: Options };
}

const send = (message: FromFrame): void => parent.postMessage(message, location.origin);
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const fail = (error: unknown): void => send({ type: 'error', message: messageOf(error) });

/** Loads a script or a style sheet; each address once. */
const loaded = new Map<string, Promise<void>>();
function load(address: string, kind: 'script' | 'link'): Promise<void> {
  const before = loaded.get(address);
  if (before) return before;
  const loading = new Promise<void>((resolve, reject) => {
    const element = document.createElement(kind);
    if (element instanceof HTMLScriptElement) element.src = address;
    else if (element instanceof HTMLLinkElement) {
      element.rel = 'stylesheet';
      element.href = address;
    }
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => reject(new Error(`Failed to load ${address}`)));
    document.head.append(element);
  });
  loaded.set(address, loading);
  loading.catch(() => loaded.delete(address));
  return loading;
}

let libraries: Promise<Libraries> | null = null;

async function loadLibraries(): Promise<Libraries> {
  const styles = load(elementStyles, 'link');
  // element-ui reads the global of Vue when it starts.
  await load(vueScript, 'script');
  await load(elementScript, 'script');
  await styles;
  const { Vue, ELEMENT } = globalThis as unknown as Libraries;
  Vue.config.productionTip = false;
  Vue.config.devtools = false;
  Vue.config.errorHandler = fail;
  Vue.prototype['$axios'] = requestOptions;
  Vue.component('el-upload', {
    extends: ELEMENT.Upload,
    props: {
      httpRequest: {
        type: Function,
        default: ({ file, onSuccess }: { file: File; onSuccess: (answer: object) => void }) => {
          current?.$message.warning('预览不上传文件');
          onSuccess({ url: `preview/${file.name}` });
        },
      },
    },
  });
  Vue.component('tinymce', {
    props: { value: { default: '' }, height: { default: 300 }, placeholder: { default: '' } },
    template:
      '<textarea class="el-textarea__inner" :value="value" :placeholder="placeholder" :style="{ height: height + \'px\' }" @input="$emit(\'input\', $event.target.value)" @blur="$emit(\'blur\')"></textarea>',
  });
  return { Vue, ELEMENT };
}

let asked = 0;
const waiting = new Map<number, { resolve: (response: { data: unknown }) => void; reject: (error: Error) => void }>();

/** `$axios` of the preview: the page around the frame answers for the sources of the form. */
function requestOptions({ method = 'get', url }: { method?: string; url: string }): Promise<{ data: unknown }> {
  asked += 1;
  const n = asked;
  return new Promise((resolve, reject) => {
    waiting.set(n, { resolve, reject });
    send({ type: 'options', n, method: String(method), url: String(url) });
  });
}

let current: VueInstance | null = null;

async function run({ html, js, css, scripts, links, generateConf }: FrameCode): Promise<void> {
  libraries ??= loadLibraries();
  libraries.catch(() => (libraries = null));
  const { Vue } = await libraries;
  await Promise.all(links.map((address) => load(address, 'link')));
  for (const address of scripts) await load(address, 'script');
  current?.$destroy();
  document.body.innerHTML = '<div id="app"></div>';
  const style =
    document.getElementById('form-style') ?? document.head.appendChild(Object.assign(document.createElement('style'), { id: 'form-style' }));
  style.textContent = `body{margin:16px;font-family:"PingFang SC","Microsoft YaHei",sans-serif}${css}`;
  // oxlint-disable-next-line no-new-func -- the purpose of this document; its policy alone allows it
  const component = new Function(`return (${js}\n)`)() as Options;
  const dialog = generateConf.type === 'dialog';
  current = new Vue({
    components: { 'form-child': { ...component, template: html } },
    data: () => ({ visible: dialog }),
    methods: { submitted: (values: unknown) => send({ type: 'submit', values: JSON.parse(JSON.stringify(values ?? null)) as unknown }) },
    template: dialog
      ? '<div><el-button @click="visible = true">打开弹窗</el-button><form-child :visible.sync="visible" :modal-append-to-body="false" width="90%" @submit="submitted"></form-child></div>'
      : '<form-child @submit="submitted"></form-child>',
  }).$mount('#app');
  send({ type: 'mounted' });
}

addEventListener('error', (event) => fail(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => fail(event.reason));
addEventListener('message', (event: MessageEvent<ToFrame>) => {
  if (event.source !== parent || event.origin !== location.origin) return;
  const { data } = event;
  if (data.type === 'ping') send({ type: 'pong' });
  else if (data.type === 'refreshFrame') run(data.data).catch(fail);
  else {
    const answer = waiting.get(data.n);
    waiting.delete(data.n);
    if (data.failure === null) answer?.resolve({ data: data.data });
    else answer?.reject(new Error(data.failure));
  }
});

// Opened directly, there is nobody to send code.
if (parent !== window) send({ type: 'ready' });
