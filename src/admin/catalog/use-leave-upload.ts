import { App } from 'antd';

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
