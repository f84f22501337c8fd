import { DROPPED, isEastern, isEasternHigh, LETTER, PLAIN, signTables } from './answer-signs.ts';
import type { MatchRules } from '../question-kind.ts';

/** Simplified form by code unit, `simplifiedCharacters` of an OpenCC table. */
export type SimplifiedTable = Uint16Array;

const BEYOND_ASCII = /[^\0-\x7f]/;
const SPACE = 0x20;

/** Returns the text in NFC, without invisible signs, with plain widths. `exact` leaves the widths of punctuation. */
export function plainSigns(text: string, exact: boolean): string {
  const blanks = text.includes('\n') || text.includes('\t') || text.includes('\r');
  if (!blanks && !BEYOND_ASCII.test(text)) return text;
  const { kinds, plain } = signTables();
  const composed = text.normalize('NFC');
  let made = '';
  let from = 0;
  for (let at = 0; at < composed.length; at++) {
    const code = composed.charCodeAt(at);
    const kind = kinds[code];
    // Variation selectors outside the BMP: U+E0100 to U+E01EF.
    const selector = code === 0xdb40 && composed.charCodeAt(at + 1) >= 0xdd00;
    if (!selector && (kind === PLAIN || (exact && kind !== LETTER && kind !== DROPPED))) continue;
    made += composed.slice(from, at);
    if (selector) at += 1;
    else if (kind !== DROPPED) made += plain.get(code) ?? '';
    from = at + 1;
  }
  return from === 0 ? composed : (made + composed.slice(from)).normalize('NFC');
}

/** Replaces traditional characters one by one. */
function simpler(text: string, simplified: SimplifiedTable): string {
  let made = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Twice: 薴 is 苧 in the table, which is 苎.
    const simple = simplified[simplified[code] ?? code] ?? code;
    if (simple === code) continue;
    made += text.slice(from, at) + String.fromCharCode(simple);
    from = at + 1;
  }
  return from === 0 ? text : made + text.slice(from);
}

const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u0300-\u036f]+/gu;

const withoutAccents = (text: string): string => text.normalize('NFD').replace(ACCENTED, '$1').normalize('NFC');

/** Replaces marks by the equal ones of the keyboard; a run of dashes becomes one, two or more dots become three. */
function equalMarks(text: string): string {
  const { marks, equal } = signTables();
  let made = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (marks[code] === 0) continue;
    made += text.slice(from, at) + (equal.get(code) ?? '');
    from = at + 1;
  }
  const typed = from === 0 ? text : made + text.slice(from);
  if (!typed.includes('--') && !typed.includes('..')) return typed;
  return typed.replace(/-{2,}/g, '-').replace(/\.{2,}/g, '...');
}

/** Blanks become one, and none at the ends, beside a Chinese or Japanese sign or around punctuation other than an apostrophe. */
function collapsed(text: string): string {
  if (!text.includes(' ')) return text;
  const { punctuation } = signTables();
  let made = '';
  let from = 0;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at)) {
    made += text.slice(from, at);
    let end = at + 1;
    while (text.charCodeAt(end) === SPACE) end += 1;
    const before = at === 0 ? 0 : text.charCodeAt(at - 1);
    const after = end === text.length ? 0 : text.charCodeAt(end);
    const eastern = isEastern(before) || isEastern(after) || isEasternHigh(after) || (at > 1 && isEasternHigh(text.charCodeAt(at - 2)));
    if (before !== 0 && after !== 0 && !eastern && punctuation[before] !== 1 && punctuation[after] !== 1) made += ' ';
    from = end;
    at = end;
  }
  return made + text.slice(from);
}

function spaced(text: string, space: MatchRules['space']): string {
  if (space === 'exact') return text;
  return space === 'ignore' ? text.replaceAll(' ', '') : collapsed(text);
}

const FINAL = /[.,;]/;

/** Drops a final run of marks that end a sentence, unless nothing else is there. */
function withoutFinal(text: string): string {
  let end = text.length;
  while (end > 0 && FINAL.test(text.charAt(end - 1))) end -= 1;
  return end === text.length || text.slice(0, end).trim() === '' ? text : text.slice(0, end);
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '<': '>', '{': '}' };

/** Drops quotes, title marks and brackets around the whole answer, and the marks behind it. */
function withoutOuter(text: string): string {
  const partner = new Map<number, number>();
  const open: number[] = [];
  const quotes = { '"': 0, "'": 0 };
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '"' || sign === "'") quotes[sign] += 1;
    else if (CLOSING[sign] !== undefined) open.push(at);
    else if (sign === ')' || sign === ']' || sign === '>' || sign === '}') {
      const start = open.at(-1);
      if (start === undefined || CLOSING[text.charAt(start)] !== sign) continue;
      open.pop();
      partner.set(start, at);
    }
  }
  let from = 0;
  let end = text.length;
  for (;;) {
    let last = end;
    while (last > from && (FINAL.test(text.charAt(last - 1)) || text.charAt(last - 1) === ' ')) last -= 1;
    if (last === from) break;
    while (text.charAt(from) === ' ') from += 1;
    end = last;
    const first = text.charAt(from);
    const quoted = (first === '"' || first === "'") && end - from > 2 && text.charAt(end - 1) === first;
    const inside = (first === '"' || first === "'") && (quotes[first] === 2 || (text.charAt(from + 1) === first && text.charAt(end - 2) === first));
    const bracketed = end - from > 2 && partner.get(from) === end - 1;
    if (!bracketed && !(quoted && inside)) break;
    if (first === '"' || first === "'") quotes[first] -= 2;
    from += 1;
    end -= 1;
  }
  return text.slice(from, end);
}

const PUNCTUATION = /[\p{P}!-/:-@[-`{-~]/gu;

/** Returns a text in the form in which answers and keys are compared, by the order of steps of F23. */
export function foldAnswer(text: string, rules: MatchRules, simplified: SimplifiedTable): string {
  const exact = rules.punct === 'exact';
  let made = plainSigns(text, exact);
  if (BEYOND_ASCII.test(made)) {
    if (rules.script === 'equal') made = simpler(made, simplified);
    if (rules.accent === 'ignore') made = withoutAccents(made);
  }
  if (!exact) made = equalMarks(made);
  if (rules.case === 'ignore') made = made.toLowerCase().replaceAll('ς', 'σ');
  made = spaced(made, rules.space);
  if (exact) return made;
  made = withoutFinal(made);
  if (rules.punct === 'equal') return made;
  made = withoutOuter(made);
  return rules.punct === 'outer' ? made : spaced(made.replace(PUNCTUATION, ''), rules.space);
}
