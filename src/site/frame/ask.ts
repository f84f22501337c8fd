/** Dialogs and passing words, loaded the first time somebody needs one. */
const parts = () => import('./mobile-parts.ts');

/** Gives the keyboard to the dialog while it is open, and back to where it was afterwards. */
async function within<T>(shown: Promise<T>): Promise<T> {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    const buttons = document.querySelectorAll<HTMLElement>('.adm-dialog .adm-dialog-button');
    [...buttons].at(-1)?.focus();
  });
  try {
    return await shown;
  } finally {
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}

export async function alertThat(title: string, content: string, confirmText = '知道了'): Promise<void> {
  const { Dialog } = await parts();
  await within(Dialog.alert({ title, content, confirmText }));
}

/** True when the person agrees. `content` says exactly what is lost. */
export async function ask(title: string, content: string, confirmText = '确定'): Promise<boolean> {
  const { Dialog } = await parts();
  return within(Dialog.confirm({ title, content, confirmText, cancelText: '取消' }));
}

/** A short word that goes away by itself; also spoken. */
export async function tell(content: string): Promise<void> {
  const { Toast } = await parts();
  speak(content);
  Toast.show({ content, position: 'bottom', duration: 2500 });
}

/** Says what failed, in the words the server gave. */
export const tellFailure = (error: unknown): Promise<void> => tell(error instanceof Error && error.message ? error.message : '操作失败，请稍后再试');

function speak(words: string): void {
  let region = document.getElementById('spoken');
  if (!region) {
    region = document.createElement('div');
    region.id = 'spoken';
    region.className = 'unseen';
    region.setAttribute('role', 'status');
    document.body.append(region);
  }
  region.textContent = words;
}
