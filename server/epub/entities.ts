const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo ' +
  'frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve ' +
  'Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ' +
  'ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Capital letters from U+0391; small letters are 32 code points higher. U+03A2 is unassigned. */
const GREEK = 'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega';

const OTHERS =
  'OElig:Œ oelig:œ Scaron:Š scaron:š Yuml:Ÿ fnof:ƒ circ:ˆ tilde:˜ sigmaf:ς thetasym:ϑ upsih:ϒ piv:ϖ ndash:– mdash:— lsquo:‘ rsquo:’ sbquo:‚ ldquo:“ ' +
  'rdquo:” bdquo:„ dagger:† Dagger:‡ bull:• hellip:… permil:‰ prime:′ Prime:″ lsaquo:‹ rsaquo:› oline:‾ frasl:⁄ euro:€ image:ℑ weierp:℘ real:ℜ trade:™ ' +
  'alefsym:ℵ larr:← uarr:↑ rarr:→ darr:↓ harr:↔ crarr:↵ lArr:⇐ uArr:⇑ rArr:⇒ dArr:⇓ hArr:⇔ forall:∀ part:∂ exist:∃ empty:∅ nabla:∇ isin:∈ notin:∉ ' +
  'ni:∋ prod:∏ sum:∑ minus:− lowast:∗ radic:√ prop:∝ infin:∞ ang:∠ and:∧ or:∨ cap:∩ cup:∪ int:∫ there4:∴ sim:∼ cong:≅ asymp:≈ ne:≠ equiv:≡ le:≤ ge:≥ ' +
  'sub:⊂ sup:⊃ nsub:⊄ sube:⊆ supe:⊇ oplus:⊕ otimes:⊗ perp:⊥ sdot:⋅ lceil:⌈ rceil:⌉ lfloor:⌊ rfloor:⌋ lang:⟨ rang:⟩ loz:◊ spades:♠ clubs:♣ hearts:♥ diams:♦';

const INVISIBLE = { ensp: '\u2002', emsp: '\u2003', thinsp: '\u2009', zwnj: '\u200c', zwj: '\u200d', lrm: '\u200e', rlm: '\u200f' };

/** The named characters of XHTML, which a book may use without declaring a DTD. */
export const ENTITIES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(LATIN.split(' ').map((name, at) => [name, String.fromCharCode(0xa0 + at)])),
  ...Object.fromEntries(GREEK.split(' ').map((name, at) => [name, String.fromCharCode(0x391 + at)])),
  ...Object.fromEntries(GREEK.split(' ').map((name, at) => [name[0]?.toLowerCase() + name.slice(1), String.fromCharCode(0x3b1 + at)])),
  ...Object.fromEntries(OTHERS.split(' ').map((pair) => [pair.slice(0, -2), pair.slice(-1)])),
  ...INVISIBLE,
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
