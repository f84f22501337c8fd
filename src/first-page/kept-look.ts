import { defaultLook, FACES, FONT_SIZES, LEADINGS, type Look, THEMES } from '../reader-engine/look.ts';

const KEPT = 'shuzhou.look';

/** How pages look on this device, in every book. */
export function keptLook(): Look {
  const dark = typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches;
  const first: Look = { ...defaultLook(typeof innerWidth === 'number' ? innerWidth : 390), ...(dark ? { theme: 'night' as const } : {}) };
  try {
    return readLook(JSON.parse(localStorage.getItem(KEPT) ?? 'null'), first);
  } catch {
    return first;
  }
}

/** What an older release wrote, or a hand, counts only as far as it is known today. */
export function readLook(kept: unknown, first: Look): Look {
  const { fontSize, leading, theme, face } = (kept ?? {}) as Partial<Record<keyof Look, unknown>>;
  return {
    fontSize: FONT_SIZES.find((size) => size === fontSize) ?? first.fontSize,
    leading: typeof leading === 'string' && leading in LEADINGS ? (leading as Look['leading']) : first.leading,
    theme: typeof theme === 'string' && theme in THEMES ? (theme as Look['theme']) : first.theme,
    face: typeof face === 'string' && face in FACES ? (face as Look['face']) : first.face,
  };
}

export function keepLook(look: Look): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(look));
  } catch {
    // Private windows may forbid it: the choice lasts as long as the page.
  }
}
