import { motif } from '../../cover/cover-motif.ts';
import { diceOf, type Ink } from '../../cover/cover-palette.ts';
import { svgAddress } from '../../cover/svg-address.ts';
import { MARK } from '../../cover/mark.ts';

const W = 808;
const H = 316;
const f = (value: number): string => String(Math.round(value * 10) / 10);

/** Backgrounds of the other banners: darker than covers, so that the text on the left is readable. */
const NIGHTS: Readonly<Record<string, { ink: Ink; kind: 'lit' | 'lang'; literary: number }>> = {
  waves: { ink: { ground: '#1b3f58', deep: '#12303f', tint: '#5b8ca6', ink: '#f3e6c4', key: '#1b3f58' }, kind: 'lit', literary: 1 },
  windows: { ink: { ground: '#3f3a5c', deep: '#2d2945', tint: '#8a82ad', ink: '#f3e6c4', key: '#3f3a5c' }, kind: 'lit', literary: 2 },
  ripples: { ink: { ground: '#6a3324', deep: '#50241a', tint: '#c08a6c', ink: '#f8e9cf', key: '#6a3324' }, kind: 'lang', literary: 0 },
  hills: { ink: { ground: '#2c5345', deep: '#1d3d32', tint: '#6f9d89', ink: '#f3e6c4', key: '#2c5345' }, kind: 'lit', literary: 0 },
};

/** Returns a banner's own picture as an SVG document; `bridge` if the name is unknown. */
export function drawBanner(name: string): string {
  const night = NIGHTS[name];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" preserveAspectRatio="xMaxYMid slice">${night ? still(night) : bridge()}</svg>`;
}

function still({ ink, kind, literary }: { ink: Ink; kind: 'lit' | 'lang'; literary: number }): string {
  const field = { hash: literary << 15, dice: diceOf(7 + literary), ink, x: W * 0.46, y: 12, w: W * 0.54, h: H - 12, onPaper: false, aside: true };
  const fade = `<linearGradient id="f"><stop offset=".4" stop-color="${ink.ground}"/><stop offset=".62" stop-color="${ink.ground}" stop-opacity="0"/></linearGradient>`;
  return `${fade}<path d="M0 0h${W}v${H}H0z" fill="${ink.ground}"/>${motif(kind, field)}<path d="M0 0h${W}v${H}H0z" fill="url(#f)"/>`;
}

/** Draws a river at night: one long bridge, five lamps, and a boat. */
function bridge(): string {
  const far = '#1d565c';
  const stone = '#0a2a30';
  const lamp = '#f2c468';
  const by = H * 0.72;
  const x0 = W * 0.41;
  const x1 = W * 1.08;
  const step = (x1 - x0) / 5;
  const top = (x: number): number => H * (0.63 - 0.15 * Math.sin(Math.PI * Math.min(1, Math.max(0, (x - x0) / (x1 - x0)))));
  let s = `<path d="M0 0h${W}v${H}H0z" fill="#15464d"/><circle cx="${f(W * 0.9)}" cy="${f(H * 0.19)}" r="${f(H * 0.07)}" fill="#f3e6c4"/>`;
  s += `<path d="M0 ${f(H * 0.6)}C${f(W * 0.16)} ${f(H * 0.5)} ${f(W * 0.3)} ${f(H * 0.58)} ${f(W * 0.46)} ${f(H * 0.62)}S${f(W * 0.8)} ${f(H * 0.42)} ${W} ${f(H * 0.52)}V${f(by)}H0z" fill="${far}"/><path d="M0 ${f(by)}h${W}V${H}H0z" fill="#103c42"/>`;
  let back = `M${f(x0 - W * 0.06)} ${f(by)}L${f(x0)} ${f(top(x0))}`;
  for (let k = 1; k <= 24; k++) {
    const x = x0 + ((x1 - x0) * k) / 24;
    back += `L${f(x)} ${f(top(x))}`;
  }
  s += `<path d="${back}V${f(by)}z" fill="${stone}"/>`;
  for (let k = 0; k < 5; k++) {
    const xa = x0 + step * (k + 0.13);
    const aw = step * 0.74;
    const ry = (by - top(xa + aw / 2)) * 0.74;
    s += `<path d="M${f(xa)} ${f(by + 0.5)}a${f(aw / 2)} ${f(ry)} 0 0 1 ${f(aw)} 0z" fill="${far}"/><path d="M${f(xa)} ${f(by)}a${f(aw / 2)} ${f(ry * 0.6)} 0 0 0 ${f(aw)} 0z" fill="${far}" opacity=".35"/>`;
  }
  for (let k = 0; k < 5; k++) {
    const x = x0 + step * (k + 0.5);
    const y = top(x);
    s += `<path d="M${f(x)} ${f(y + 2)}V${f(y - H * 0.1)}" stroke="${stone}" stroke-width="4"/><circle cx="${f(x)}" cy="${f(y - H * 0.12)}" r="${f(H * 0.075)}" fill="${lamp}" opacity=".15"/><circle cx="${f(x)}" cy="${f(y - H * 0.12)}" r="${f(H * 0.024)}" fill="${lamp}"/>`;
    for (let j = 0; j < 4; j++) {
      s += `<path d="M${f(x - W * (0.015 - j * 0.002) + (j % 2 ? 3 : -2))} ${f(by + H * (0.06 + j * 0.05))}h${f(W * (0.03 - j * 0.004))}" stroke="${lamp}" stroke-width="3.4" stroke-linecap="round" opacity="${f(0.8 - j * 0.16)}"/>`;
    }
  }
  return `${s}<path transform="translate(${f(W * 0.24)} ${f(H * 0.795)}) scale(1.9)" fill="#f3e6c4" d="${MARK}"/>`;
}

const kept = new Map<string, string>();

export function bannerAddress(name: string): string {
  let address = kept.get(name);
  if (!address) {
    address = svgAddress(drawBanner(name));
    kept.set(name, address);
  }
  return address;
}
