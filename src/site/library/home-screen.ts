import { deviceName } from '../../sync/device-name.ts';

/** Matches Safari; other browsers on Apple devices add their names in between or at the end. */
const SAFARI = /Version\/[\d.]+ (Mobile\/\w+ )?Safari\/[\d.]+$/;
const PUT_AWAY = 'shuzhou.home-screen';

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & { readonly standalone?: boolean };

/** Whether the site must be added to the home screen manually: Safari on an iPhone or iPad never offers it. False in the installed app. */
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
