import { deviceName } from '../../sync/device-name.ts';

/** Apple's own browser; others on its devices say their names in between or behind. */
const SAFARI = /Version\/[\d.]+ (Mobile\/\w+ )?Safari\/[\d.]+$/;
const PUT_AWAY = 'shuzhou.home-screen';

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & { readonly standalone?: boolean };

/** Safari on an iPhone or iPad never offers by itself to put the house on the home screen: it must be told. Not where it was opened from there. */
export function addsByHand(device: Device = navigator): boolean {
  return deviceName(device).startsWith('iP') && SAFARI.test(device.userAgent) && device.standalone === false;
}

export function isPutAway(): boolean {
  try {
    return localStorage.getItem(PUT_AWAY) !== null;
  } catch {
    return true;
  }
}

export function putAway(): void {
  try {
    localStorage.setItem(PUT_AWAY, '1');
  } catch {
    // A window that keeps nothing is not told in the first place.
  }
}
