import { proxy } from 'valtio/vanilla';

/** Not in the types of the platform: Chromium on Android and desktops only. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Whether the browser lets this page offer the installation. Never in the installed application. */
export const installPrompt = proxy({ offered: false });
let waiting: InstallPrompt | null = null;

/** The browser reports it once for each page, some time after loading. Its own banner gives way to the buttons of the site. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    waiting = event as InstallPrompt;
    installPrompt.offered = true;
  });
  addEventListener('appinstalled', forget);
}

function forget(): void {
  waiting = null;
  installPrompt.offered = false;
}

/** Shows the question of the browser; returns whether the user agreed. A prompt can be shown once. */
export async function askToInstall(): Promise<boolean> {
  const asked = waiting;
  forget();
  return asked !== null && (await asked.prompt()).outcome === 'accepted';
}
