declare module 'js-beautify' {
  type Beautify = (text: string, settings?: Readonly<Record<string, unknown>>) => string;
  const beautifier: { readonly html: Beautify; readonly js: Beautify; readonly css: Beautify };
  export default beautifier;
}
