import { SILENT_ELEMENTS } from '../../contract/reading/silent-elements.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Names are compared in lower case and without prefix. */
export const VOID = words('area br col hr img input link meta source track wbr');

/** Removed with all their content. */
export const DROPPED = words(
  'script iframe embed frame frameset portal fencedframe base handler listener annotation-xml trigger case param bgsound foreignscript',
);

const HTML = `html head title body style link meta section nav article aside h1 h2 h3 h4 h5 h6 hgroup header footer address main p hr pre blockquote ol ul li
  menu dl dt dd figure figcaption div a em strong small s cite q dfn abbr ruby rb rt rtc rp data time code var samp kbd sub sup i b u mark bdi bdo span br wbr
  ins del picture source img video audio track map area table caption colgroup col tbody thead tfoot tr td th button input select option optgroup textarea
  label fieldset legend output progress meter details summary dialog center font big tt strike acronym`;
const SVG = `svg g defs symbol use switch desc metadata path rect circle ellipse line polyline polygon text tspan textpath image lineargradient radialgradient stop
  pattern clippath mask marker filter foreignobject view feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap
  fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset fepointlight
  fespecularlighting fespotlight fetile feturbulence animatetransform animatemotion mpath`;
const MATH = `math maction maligngroup malignmark menclose merror mfenced mfrac mglyph mi mlabeledtr mlongdiv mmultiscripts mn mo mover mpadded mphantom
  mprescripts mroot mrow ms mscarries mscarry msgroup msline mspace msqrt msrow mstack mstyle msub msubsup msup mtable mtd mtext mtr munder munderover
  none semantics annotation`;

/** All other elements are removed, but their content stays. */
export const ALLOWED = words(`${HTML} ${SVG} ${MATH}`);

/** Links are removed from a formula, although some browsers follow them. */
export const FORMULA = words(MATH);

/** In HTML these contain text and no elements. */
export const PLAIN = words('style title textarea');

/** These start a new line of plain text. */
export const BLOCKS = words(
  'html body section nav article aside h1 h2 h3 h4 h5 h6 header footer address main p hr pre blockquote ol ul li menu dl dt dd figure figcaption div table caption tr td th details summary text svg img legend option',
);

/** Their content is not text of the book. */
export const SILENT: ReadonlySet<string> = new Set(SILENT_ELEMENTS);

/** Always removed, whatever their value. */
export const DROPPED_ATTRIBUTES = words(
  'action formaction formmethod formtarget method enctype target ping srcdoc http-equiv manifest nonce integrity crossorigin is base autofocus contenteditable codebase classid archive profile download referrerpolicy fetchpriority autoplay data longdesc lowsrc dynsrc',
);

/** A browser fetches the addresses in these attributes. */
export const FETCHED_ATTRIBUTES = words('src href poster background');
