import { proxy } from 'valtio/vanilla';
import { onPersonChange } from '../../session/session.store.ts';

const KEPT = 'shuzhou.aloud';
export const RATES = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** Text-to-speech: whether its panel is open, and the speed and voice of this device. */
export const aloud = proxy<{ open: boolean; rate: number; voiceId: string | null }>({ open: false, ...kept() });

function kept(): { rate: number; voiceId: string | null } {
  try {
    const { rate, voiceId } = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as { rate?: unknown; voiceId?: unknown };
    return { rate: RATES.find((one) => one === rate) ?? 1, voiceId: typeof voiceId === 'string' ? voiceId : null };
  } catch {
    return { rate: 1, voiceId: null };
  }
}

// The next user of this window starts with the usual settings, or with those of another tab.
onPersonChange(() => void Object.assign(aloud, { open: false, ...kept() }));

export function setSpeechSettings(speechSettings: { rate?: number; voiceId?: string | null }): void {
  Object.assign(aloud, speechSettings);
  try {
    localStorage.setItem(KEPT, JSON.stringify({ rate: aloud.rate, voiceId: aloud.voiceId }));
  } catch {
    // Private windows may forbid it: the choice lasts as long as the page.
  }
}
