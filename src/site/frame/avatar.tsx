import { API_PREFIX } from '../../../contract/limits.ts';
import { hashOf, inkOf } from '../../cover/cover-palette.ts';
import { SERIF, svgAddress } from '../../cover/svg-address.ts';
import { initialOf } from '../../format/initial.ts';

/** Shows a user's picture, or the first character of the name on a coloured background. A leading slash gets the API prefix. */
export function Avatar({ name, picture, size = 40 }: { name: string; picture: string; size?: number }) {
  if (picture) {
    const source = picture.startsWith('/') && !picture.startsWith(API_PREFIX) ? API_PREFIX + picture : picture;
    return <img className="avatar" src={source} width={size} height={size} alt={`${name}的头像`} />;
  }
  return <img className="avatar" src={drawn(name)} width={size} height={size} alt={`${name}的头像`} />;
}

function drawn(name: string): string {
  const ink = inkOf(hashOf(`${name}人`) % 10);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60"><path d="M0 0h60v60H0z" fill="${ink.ground}"/><text x="30" y="40" font-size="27" text-anchor="middle" font-weight="600" fill="${ink.ink}" font-family="${SERIF}">${initialOf(name)}</text></svg>`;
  return svgAddress(svg);
}
