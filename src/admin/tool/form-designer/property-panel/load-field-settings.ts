import { TITLE_INPUT } from './title-input.ts';

/** Present while the settings of a component are shown, which may have no title. */
const SETTINGS = '.fd-section[aria-label="基本"]';

/** Frames that a title input may take to appear after its code has loaded. */
const MOST_FRAMES = 60;

export const loadFieldSettings = () => import('./field-settings.tsx');

/** Moves the focus to the title of the selected component; calls `otherwise` if the selection has no title. */
export function focusTitleInput(otherwise: () => void): void {
  let frames = 0;
  const look = (): void => {
    const input = document.getElementById(TITLE_INPUT);
    if (input instanceof HTMLInputElement) {
      input.focus();
      input.select();
      return;
    }
    frames += 1;
    if (frames < MOST_FRAMES && !document.querySelector(SETTINGS)) requestAnimationFrame(look);
    else otherwise();
  };
  loadFieldSettings().then(() => requestAnimationFrame(look), otherwise);
}
