/** The local names of Kai (楷体) fonts. Browsers match either the family name, the full name or the PostScript name. */
const KAI = [
  'Kaiti SC',
  'Kaiti SC Regular',
  'STKaitiSC-Regular',
  'STKaiti',
  'KaiTi',
  '楷体',
  'KaiTi_GB2312',
  'LXGW WenKai',
  'LXGWWenKai-Regular',
  'AR PL UKai CN',
];

let kai: Promise<boolean> | null = null;

/** Most Android phones have no Kai font. The lookup takes as long as a frame, so it runs after the first paint. */
function hasKai(): Promise<boolean> {
  kai ??= new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(faceOfDevice())))).then(
    () => true,
    () => false,
  );
  return kai;
}

const faceOfDevice = (): Promise<unknown> =>
  typeof FontFace === 'function' ? new FontFace('kai', KAI.map((name) => `local("${name}")`).join()).load() : Promise.reject(new Error('no faces'));

/**
 * Sets Chinese emphasis in a Kai font (楷体). Uses emphasis dots (着重号) where Kai is not visible: in text that is already set in Kai,
 * or on a device without a Kai font. The second case is detected asynchronously and reported through `late`. Both styles have the same
 * width as the text around them, so line breaks do not change.
 */
export function chooseEmphasis(root: Element, face: string, late: () => void): void {
  root.toggleAttribute('data-dots', face === 'kai');
  if (face === 'kai') return;
  void hasKai().then((has) => {
    if (has || !root.isConnected) return;
    root.setAttribute('data-dots', '');
    late();
  });
}
