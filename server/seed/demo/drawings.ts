/** Small line drawings of the demo books, by name, in one colour. */
const PICTURES: Readonly<Record<string, string>> = {
  bridge:
    '<path d="M10 150h380"/><path d="M30 150c20-60 90-60 110 0M150 150c20-70 100-70 120 0M280 150c18-56 84-56 102 0"/><path d="M20 96h366"/><path d="M70 96V58M200 90V48M330 96V58"/><circle cx="70" cy="52" r="6"/><circle cx="200" cy="42" r="6"/><circle cx="330" cy="52" r="6"/><path d="M60 172h70M170 180h90M290 170h60"/>',
  lamp: '<path d="M120 190h160M200 190V90"/><path d="M150 90h100l-22-60h-56z"/><path d="M160 190h80M110 50l-22-10M108 76l-26 4M290 50l22-10M292 76l26 4"/>',
  proof:
    '<path d="M70 20h260v170H70z"/><path d="M95 50h210M95 72h210M95 94h130M255 94h50M95 116h210M95 138h180M95 160h210"/><path d="M222 84l36 20M258 84l-36 20"/><path d="M258 94c40-4 50-30 92-30"/>',
  ear: '<path d="M160 60c0-60 110-60 110 10 0 50-50 50-50 90 0 36-44 36-50 6"/><path d="M186 74c0-28 56-28 56 4 0 24-26 26-30 46"/><path d="M300 50c20 24 20 60 0 84M324 36c32 36 32 76 0 112"/>',
  boat: '<path d="M20 150h360"/><path d="M90 124h220c-18 34-52 46-110 46s-92-12-110-46z"/><path d="M190 112V24c-36 24-62 54-70 88zM206 112V44c34 18 56 40 72 68z"/>',
  map: '<path d="M60 40l90-20 100 20 90-20v140l-90 20-100-20-90 20zM150 20v140M250 40v140"/><path d="M84 120c30-50 70 10 104-30s60-20 120-34" stroke-dasharray="6 6"/>',
};

/** Returns an SVG of 400 × 210 units; throws for an unknown name. */
export function drawing(name: string): string {
  const paths = PICTURES[name];
  if (!paths) throw new Error(`no drawing is called ${name}; there are ${Object.keys(PICTURES).join(', ')}`);
  return `<?xml version="1.0" encoding="UTF-8"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 210" width="400" height="210" fill="none" stroke="#3b4a54" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`;
}
