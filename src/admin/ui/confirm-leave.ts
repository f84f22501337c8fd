import type { App } from 'antd';

type Modals = ReturnType<typeof App.useApp>['modal'];

/** Closes a form; unsaved input is dropped only after a confirmation. */
export function confirmLeave(modal: Modals, dirty: boolean, close: () => void, forget?: () => unknown): void {
  if (!dirty) return close();
  void modal.confirm({
    title: '放弃未保存的修改？',
    content: '关闭后，这次修改的内容不会保留。',
    okText: '放弃修改',
    okButtonProps: { danger: true },
    cancelText: '继续编辑',
    // Repeated Enter key presses must not drop the input.
    autoFocusButton: 'cancel',
    onOk: () => {
      void forget?.();
      close();
    },
  });
}
