import { App } from 'antd';
import { useEffect } from 'react';

/** The browser confirms before the tab closes during an upload. */
export function useAskBeforeUnload(sending: boolean): void {
  useEffect(() => {
    if (!sending) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [sending]);
}

/** Closes the window of an upload. Confirms first during an upload, because closing stops it. */
export function useLeaveUpload(close: () => void): (sending: boolean) => void {
  const { modal } = App.useApp();
  return (sending) => {
    if (!sending) return close();
    void modal.confirm({
      title: '文件还没有传完，现在关闭？',
      content: '关闭后停止上传；一天之内选同一个文件可以接着传。',
      okText: '停止并关闭',
      cancelText: '继续上传',
      // Pressing Enter by habit must not stop the upload.
      autoFocusButton: 'cancel',
      onOk: close,
    });
  };
}
