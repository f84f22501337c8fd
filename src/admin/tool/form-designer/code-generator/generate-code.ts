import type { Form } from '../../../../../contract/workflow/form-content.ts';
import { beautifyCss, beautifyHtml, beautifyJs } from './beautify.ts';
import { codeForm } from './code-form.ts';
import { reactComponent } from './react-component.ts';
import { vueScript } from './vue-script.ts';
import { vueStyle } from './vue-style.ts';
import { vueTemplate, type CodeKind } from './vue-template.ts';

/** The generated code in the parts that the code preview edits, and as files. */
export interface GeneratedCode {
  readonly html: string;
  readonly js: string;
  readonly css: string;
  readonly vue: string;
  readonly react: string;
}

/** Puts the parts of a Vue component into one file. */
export const vueFile = (html: string, js: string, css: string): string =>
  `<template>\n${html.trim()}\n</template>\n\n<script>\n${js.trim()}\n</script>\n\n<style>\n${css.trim()}\n</style>\n`;

/** Generates the code of a form as a page or as a dialog. */
export function generateCode(form: Form, kind: CodeKind): GeneratedCode {
  const coded = codeForm(form);
  const html = beautifyHtml(vueTemplate(coded, kind));
  const js = beautifyJs(vueScript(coded, kind));
  const css = beautifyCss(vueStyle(coded));
  return { html, js, css, vue: vueFile(html, js, css), react: reactComponent(coded, kind) };
}
