/** The builds of Vue 2 that tests and the preview frame use. */
declare module 'vue2/dist/vue.common.dev.js' {
  interface Compiled {
    readonly render: (this: unknown, create: unknown) => unknown;
    readonly staticRenderFns: readonly unknown[];
  }
  interface Mounted {
    readonly $el: Element;
    $mount(): Mounted;
    $destroy(): void;
    readonly [name: string]: unknown;
  }
  interface VueClass {
    new (options: object): Mounted;
    compile(template: string): Compiled;
    component(name: string, options: object): void;
    extend(options: object): VueClass;
    config: { productionTip: boolean; devtools: boolean };
    nextTick(): Promise<void>;
  }
  const Vue: VueClass;
  export default Vue;
}
