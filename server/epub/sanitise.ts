import { LINE_BREAK } from '../../contract/reading/search-folding.ts';
import { candidatesOf } from '../../contract/reading/srcset.ts';
import type { CleanDocument, Surroundings } from './clean-document.ts';
import { cleanCss, isVertical } from './css.ts';
import { DrawnNotes, noteIn, signed } from './drawn-notes.ts';
import { ALLOWED, BLOCKS, DROPPED, DROPPED_ATTRIBUTES, FETCHED_ATTRIBUTES, FORMULA, PLAIN, SILENT, VOID } from './elements.ts';
import { readLooseHtml, readXml, type Attribute, type MarkupListener } from './markup.ts';
import { LossLog } from './losses.ts';
import { mediaOf } from './media.ts';
import { hrefBetween, targetOf, type Target } from './path.ts';
import { EpubError } from './problem.ts';
import { blockText, countCharacters } from './text.ts';
import { lineOf, cleaned, xmlEscape, xmlText } from './xml.ts';

/** The attribute that holds the address of the embedded resource. */
const EMBEDS: Readonly<Record<string, string>> = { object: 'data', embed: 'src', iframe: 'src' };
const ALONE: Surroundings = { has: () => false, find: (meant) => meant, insteadOf: (path) => path, media: mediaOf, strict: false };
const DEPTH = 1_000;
const GLOSSARY = /(^|\s)(glossary|glossterm|glossdef|doc-glossary)(\s|$)/;
/** The reader's style sheet shows a notice above a page with this attribute. */
const REPAIRED = 'data-repaired';

/**
 * Rewrites an XHTML, HTML or SVG document of a book: well-formed, without active content, and without external
 * resources. Markup that is not well-formed is repaired. Throws `EpubError` for external entities.
 */
export function sanitise(source: string, path: string, around: Surroundings = ALONE): CleanDocument {
  const svg = /^[\s\S]{0,2000}?<(?:\w+:)?svg[\s>]/.test(source) && !/<(?:\w+:)?html[\s>]/i.test(source.slice(0, 4000)) && !/<body[\s>]/i.test(source);
  const asXml = (text: string): CleanDocument | null => {
    try {
      const strict = new Sanitiser(path, svg, around);
      readXml(text, path, strict);
      return strict.result();
    } catch (error) {
      if (error instanceof EpubError) throw error;
      return null;
    }
  };
  const made = asXml(source);
  if (made) return made;
  const mended = asXml(cleaned(source));
  if (mended) return { ...mended, cleaned: true };
  const loose = new Sanitiser(path, svg, around, around.strict && !svg);
  readLooseHtml(source, loose);
  return loose.result();
}

/** Attributes allowed on a style sheet link: none that fetches a second resource. */
const LINK_ATTRIBUTES = /^(href|rel|type|media|title|id|class|lang)$/;
const webLink: readonly Attribute[] = [{ name: 'rel', local: 'rel', value: 'noopener noreferrer' }];

class Sanitiser implements MarkupListener {
  readonly #path: string;
  readonly #svg: boolean;
  readonly #around: Surroundings;
  readonly #repaired: boolean;
  #out: string[] = [];
  #text: string[] = [];
  #title = '';
  #heading: string | null = null;
  #refs: string[] = [];
  #stylesheets: string[] = [];
  #images: string[] = [];
  #roots = new Set<string>();
  #vertical: string[] = [];
  /** Depths from which nothing is written, or nothing counts as text; -1 for none. */
  #dropping = -1;
  #silent = -1;
  /** Depth of a text-only element; elements inside it are not written, because a browser could find its end tag in one of them. */
  #plain = -1;
  #depth = 0;
  #style: string | null = null;
  #inTitle = false;
  #inHeading = false;
  #seen = new Set<string>();
  #instructed: string[] = [];
  #glossary = false;
  #named = new Map<string, number>();
  #notes = new DrawnNotes();
  /** Number of open links. */
  #links = 0;
  readonly #losses: LossLog;
  #characters = 0;

  constructor(path: string, svg: boolean, around: Surroundings, repaired = false) {
    this.#path = path;
    this.#svg = svg;
    this.#around = around;
    this.#losses = new LossLog(around);
    this.#repaired = repaired;
  }

  open(name: string, local: string, attributes: readonly Attribute[]): void {
    if (++this.#depth > DEPTH) throw new EpubError(`“${this.#path}”嵌套过深，无法读取；请用电子书工具检查后重新导出`);
    if (this.#dropping >= 0 || this.#plain >= 0) return;
    const kind = local.toLowerCase();
    this.#losses.open(kind, this.#depth);
    const embedded = this.#embeddedPicture(kind, attributes) ?? this.#framed(kind, attributes);
    if (!embedded && kind in EMBEDS && !this.#svg) this.#noteLoss(kind, attributeOf(attributes, EMBEDS[kind] ?? ''), attributes);
    if (embedded) this.#out.push(embedded);
    if (embedded || this.#refused(kind, attributes)) {
      this.#dropping = this.#depth;
      return;
    }
    if (this.#silent < 0 && SILENT.has(kind)) this.#silent = this.#depth;
    if (this.#silent < 0) this.#begin(kind);
    if (!ALLOWED.has(kind)) return;
    if (kind === 'html' || kind === 'body' || kind === 'head') {
      if (this.#seen.has(kind)) return;
      this.#seen.add(kind);
    }
    if (kind === 'body' && !this.#seen.has('head')) this.#out.push('<head><meta charset="utf-8"/><title></title></head>');
    if (kind === 'title' && !this.#title) this.#inTitle = true;
    if (this.#heading === null && /^h[1-6]$/.test(kind)) {
      this.#heading = '';
      this.#inHeading = true;
    }
    const note = kind === 'img' && !this.#svg && this.#links === 0 ? noteIn(attributes) : null;
    const written = this.#attributes(kind, note === null ? attributes : signed(attributes)) + (kind === 'html' ? this.#sign() : '');
    if (this.#characters > 0) this.#name(attributes);
    this.#glossary ||= attributes.some(({ local, value }) => (local === 'type' || local === 'role') && GLOSSARY.test(value));
    if (kind === 'html' || kind === 'body' || (kind === 'svg' && this.#svg)) this.#noteRoot(kind, attributes);
    if (kind === 'a') this.#links++;
    const tag = `<${name}${written}${VOID.has(kind) ? '/>' : '>'}`;
    this.#out.push(note === null ? tag : this.#notes.hung(note, tag));
    if (kind === 'head') this.#out.push('<meta charset="utf-8"/>', ...this.#instructedLinks());
    if (kind === 'svg' && this.#svg && !this.#seen.has('svg')) this.#out.push(this.#instructedStyle());
    this.#seen.add(kind);
    if (PLAIN.has(kind)) this.#plain = this.#depth;
    if (kind === 'style') this.#style = '';
  }

  /** Each block is one line of the plain text; a search ignores line breaks inside a block. */
  #begin(kind: string): void {
    if (kind === 'br') {
      this.#text.push(LINE_BREAK);
      if (this.#inHeading) this.#heading += ' ';
    } else if (BLOCKS.has(kind)) this.#text.push('\n');
  }

  stylesheet(href: string): void {
    const target = this.#target(href);
    if (target.kind === 'inside' && !target.leaks) this.#instructed.push(this.#within(target, href) ?? href);
  }

  #instructedLinks(): string[] {
    return this.#instructed.map((href) => {
      this.#noteStylesheet([], href);
      return `<link rel="stylesheet" type="text/css" href="${xmlEscape(href)}"/>`;
    });
  }

  #instructedStyle(): string {
    if (this.#instructed.length === 0) return '';
    const { css, refs } = cleanCss(this.#instructed.map((href) => `@import "${href}";`).join(''), this.#path, this.#around.find);
    this.#refs.push(...refs);
    return `<style>${css}</style>`;
  }

  /** A picture of the book that is embedded as an object or a frame becomes an `img`. */
  #embeddedPicture(kind: string, attributes: readonly Attribute[]): string | null {
    const name = EMBEDS[kind];
    if (!name || this.#svg) return null;
    const address = attributeOf(attributes, name);
    const target = this.#target(address);
    const path = target.kind === 'inside' ? this.#around.insteadOf(target.path) : '';
    if (!path || !this.#around.has(path) || !this.#around.media(path, attributeOf(attributes, 'type'))?.type.startsWith('image/')) return null;
    const src = this.#fetched('img', address, attributes);
    if (src === null) return null;
    const kept = attributes.filter(({ local }) => /^(id|class|width|height|title)$/.test(local.toLowerCase()));
    const alt = attributeOf(attributes, 'aria-label') || attributeOf(attributes, 'title');
    return `<img src="${xmlEscape(src)}" alt="${xmlEscape(alt)}"${kept.map((one) => ` ${one.local}="${xmlEscape(one.value)}"`).join('')}/>`;
  }

  /** A document of the book in a frame of another document; the reader client shows it without scripts. */
  #framed(kind: string, attributes: readonly Attribute[]): string | null {
    if (kind !== 'iframe' || this.#svg) return null;
    const address = attributeOf(attributes, 'src');
    const target = this.#target(address);
    const path = target.kind === 'inside' ? this.#around.insteadOf(target.path) : '';
    if (!path || path === this.#path || !this.#around.has(path) || this.#around.media(path, '')?.kind !== 'document') return null;
    const src = this.#fetched(kind, address, attributes);
    if (src === null) return null;
    const kept = attributes.filter(({ local }) => /^(id|class|style|width|height|title)$/.test(local.toLowerCase()));
    return `<iframe src="${xmlEscape(src)}"${this.#attributes(kind, kept)}></iframe>`;
  }

  close(name: string, local: string): void {
    const kind = local.toLowerCase();
    const depth = this.#depth--;
    if (this.#dropping >= 0) {
      if (this.#dropping === depth) this.#dropping = -1;
      return;
    }
    this.#losses.close(depth);
    if (this.#plain === depth) this.#plain = -1;
    if (this.#plain >= 0) return;
    if (this.#style !== null && kind === 'style') {
      // The same bytes must mean the same as XML and as HTML, where a style is not escaped; so the parsed text is written unchanged.
      const style = this.#style
        .replace(/<!--|-->/g, '')
        .replaceAll('<', '\\3c ')
        .replaceAll('&', '\\26 ');
      const { css, refs, vertical } = cleanCss(style, this.#path, this.#around.find, this.#around.imports, this.#path, this.#has);
      this.#refs.push(...refs);
      this.#vertical.push(...vertical);
      this.#out.push(css);
      this.#style = null;
    }
    if (kind === 'a') this.#links--;
    if (kind === 'body' && !this.#seen.has('/body')) this.#writeNotes();
    if (kind === 'title') this.#inTitle = false;
    if (/^h[1-6]$/.test(kind)) this.#inHeading = false;
    if (this.#silent === depth) this.#silent = -1;
    if (BLOCKS.has(kind) && this.#silent < 0) this.#text.push('\n');
    if (ALLOWED.has(kind) && !VOID.has(kind) && !this.#closesLater(kind)) this.#out.push(`</${name}>`);
  }

  text(given: string): void {
    if (this.#dropping >= 0) return;
    const text = xmlText(given);
    if (this.#style !== null) {
      this.#style += text;
      return;
    }
    if (this.#inTitle) this.#title += text;
    if (this.#silent < 0) {
      this.#text.push(text.replace(/[ \t\r\n\f]+/g, ' '));
      this.#characters += countCharacters(text);
      if (this.#inHeading) this.#heading += text;
    }
    this.#out.push(xmlEscape(text, /[&<>]/g));
  }

  #writeNotes(): void {
    this.#out.push(this.#notes.markup);
    this.#text.push(this.#notes.text);
    this.#characters += countCharacters(this.#notes.text);
  }

  result(): CleanDocument {
    if (!this.#seen.has('/body')) this.#writeNotes();
    const body = this.#out.join('');
    const whole = this.#svg
      ? `<?xml version="1.0" encoding="utf-8"?>\n${body}`
      : `<!DOCTYPE html>\n${this.#seen.has('html') ? body : `<html xmlns="http://www.w3.org/1999/xhtml"${this.#sign()}>${this.#seen.has('body') ? body : `<head><title></title></head><body>${body}</body>`}`}</html>`;
    return {
      markup: whole,
      text: blockText(this.#text.join('')),
      title: lineOf(this.#title),
      heading: lineOf(this.#heading ?? ''),
      refs: this.#refs,
      stylesheets: this.#stylesheets,
      images: this.#images,
      roots: this.#roots,
      vertical: this.#vertical,
      repaired: this.#repaired,
      cleaned: false,
      losses: this.#losses.list,
      glossary: this.#glossary,
      named: this.#named,
    };
  }

  #sign(): string {
    return this.#repaired ? ` ${REPAIRED}=""` : '';
  }

  // `result` writes the end tag of `html` once; a second html, head or body was never opened.
  #closesLater(kind: string): boolean {
    if (kind === 'html') return true;
    if (kind !== 'head' && kind !== 'body') return false;
    if (this.#seen.has(`/${kind}`)) return true;
    this.#seen.add(`/${kind}`);
    return false;
  }

  #refused(kind: string, attributes: readonly Attribute[]): boolean {
    if (DROPPED.has(kind) || (kind === 'case' && !this.#svg)) return true;
    const value = (name: string): string => attributes.find((one) => one.local.toLowerCase() === name)?.value.toLowerCase() ?? '';
    if (kind === 'meta') return value('http-equiv') !== '' || attributes.some((one) => one.name.toLowerCase() === 'charset');
    if (kind === 'link') {
      const target = this.#target(attributeOf(attributes, 'href'));
      return !value('rel').split(/\s+/).includes('stylesheet') || target.kind !== 'inside' || target.leaks || !this.#has(target.path);
    }
    return (kind.startsWith('animate') || kind === 'set') && /href|^on|src|style/.test(value('attributename'));
  }

  #attributes(kind: string, attributes: readonly Attribute[]): string {
    let extra: readonly Attribute[] = [];
    let written = '';
    for (const attribute of attributes) {
      const local = attribute.local.toLowerCase();
      const isNamespace = attribute.name === 'xmlns' || attribute.name.startsWith('xmlns:');
      if (!isNamespace && (local.startsWith('on') || DROPPED_ATTRIBUTES.has(local))) continue;
      if ((kind === 'a' || kind === 'area') && local === 'rel') continue;
      const value = isNamespace ? attribute.value : this.#value(kind, local, attribute.value, attributes);
      if (value === null) continue;
      if ((kind === 'a' || kind === 'area') && local === 'href' && this.#target(value).kind === 'web') extra = webLink;
      if (kind === 'link' && local === 'href') this.#noteStylesheet(attributes, value);
      written += ` ${attribute.name}="${xmlEscape(value)}"`;
    }
    return written + extra.map((one) => ` ${one.name}="${one.value}"`).join('');
  }

  /** Returns the value to write; null when the attribute is not allowed. */
  #value(kind: string, local: string, value: string, attributes: readonly Attribute[]): string | null {
    if (kind === 'a' || kind === 'area') {
      if (local === 'href') return this.#linked(value);
    } else if (kind === 'link') {
      const target = local === 'href' ? this.#target(value) : null;
      if (target?.kind === 'inside' && target.strays) return hrefBetween(this.#path, target.path);
      return LINK_ATTRIBUTES.test(local) ? value : null;
    } else if (FETCHED_ATTRIBUTES.has(local)) {
      if (local === 'href' && FORMULA.has(kind)) return null;
      return this.#fetched(local === 'poster' ? local : kind, value, attributes);
    } else if (local === 'srcset' || local === 'imagesrcset') {
      const kept = candidatesOf(value).flatMap(([address, size]) => {
        const written = this.#fetched(kind, address, attributes);
        return written === null ? [] : [`${written} ${size}`.trim()];
      });
      return kept.length > 0 ? kept.join(', ') : null;
    }
    if (local !== 'style' && !/url\s*\(|\\|image-set/i.test(value)) return value;
    if (!/^(style|fill|stroke|filter|mask|cursor|clip-path|marker(-start|-mid|-end)?)$/.test(local)) return value;
    const { css, refs } = cleanCss(value, this.#path, this.#around.find, undefined, this.#path, this.#has);
    this.#refs.push(...refs);
    return css;
  }

  /** A document on its own has no files beside it that are known to be missing. */
  readonly #has = (path: string): boolean => this.#around === ALONE || this.#around.has(this.#around.insteadOf(path));

  #linked(address: string): string | null {
    const target = this.#target(address);
    if (target.kind === 'inside') return this.#within(target, address);
    return target.kind === 'here' || target.kind === 'web' ? address : null;
  }

  #fetched(kind: string, address: string, attributes: readonly Attribute[]): string | null {
    const target = this.#target(address);
    this.#noteLoss(kind, address, attributes);
    if (target.kind === 'here') return address;
    if (target.kind === 'data') return kind !== 'use' && /^(image|audio|video|font)\//.test(target.type) ? address : null;
    if (target.kind !== 'inside') return null;
    const written = this.#within(target, address);
    if (written === null || !this.#has(target.path)) return null;
    const path = this.#around.insteadOf(target.path);
    this.#refs.push(path);
    if (kind === 'img' || kind === 'image') this.#images.push(path);
    return written;
  }

  #noteLoss(kind: string, address: string, attributes: readonly Attribute[]): void {
    this.#losses.note(kind, address, this.#target(address), lineOf(attributeOf(attributes, 'alt') || attributeOf(attributes, 'title')));
  }

  #target(address: string): Target {
    return targetOf(address, this.#path, this.#around.find);
  }

  /** Unchanged, unless the address starts with `/`, leaves the root, leads to a renamed file, or leads to a file with a replacement. */
  #within(target: Target & { kind: 'inside' }, address: string): string | null {
    const path = this.#around.insteadOf(target.path);
    if (target.leaks && !this.#around.has(path)) return null;
    return target.leaks || target.strays || path !== target.path ? hrefBetween(this.#path, path) + target.fragment : address;
  }

  #name(attributes: readonly Attribute[]): void {
    for (const { local, value } of attributes)
      if ((local === 'id' || local === 'name') && !this.#named.has(value)) this.#named.set(value, this.#characters);
  }

  #noteStylesheet(attributes: readonly Attribute[], href: string): void {
    const target = this.#target(href);
    if (target.kind !== 'inside') return;
    const alternate = /alternate/i.test(attributeOf(attributes, 'rel'));
    (alternate ? this.#refs : this.#stylesheets).push(target.path);
  }

  #noteRoot(kind: string, attributes: readonly Attribute[]): void {
    this.#roots.add(kind).add('*').add(':root');
    for (const name of attributeOf(attributes, 'class').split(/\s+/)) if (name) this.#roots.add(`.${name}`).add(`${kind}.${name}`);
    const id = attributeOf(attributes, 'id');
    if (id) this.#roots.add(`#${id}`).add(`${kind}#${id}`);
    if (isVertical(cleanCss(attributeOf(attributes, 'style'), this.#path).css)) this.#vertical.push(kind);
  }
}

const attributeOf = (attributes: readonly Attribute[], name: string): string =>
  attributes.find((one) => one.local.toLowerCase() === name)?.value ?? '';
