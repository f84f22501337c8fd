/** The names of a 楷体 in the places where browsers look one up: of the family, in full and in PostScript. */
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

/** Most phones with Android have none. To look costs as much as a frame: the page is seen first. */
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
 * Emphasis in Chinese stands in a 楷体; with dots (着重号) where that would not be seen, in a text that is set in it or on a
 * device that has none, which is known late. Both are as wide as the text around them: no line is broken anew.
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
