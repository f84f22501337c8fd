import type { App } from 'antd';

type Notifications = Pick<ReturnType<typeof App.useApp>['notification'], 'success' | 'error'>;

/** Copies text and shows the result (S8.16, S8.20). */
export async function copyCode(text: string, notification: Notifications): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notification.success({ title: '成功', description: '代码已复制到剪切板，可粘贴。' });
  } catch {
    notification.error({ title: '错误', description: '代码复制失败' });
  }
}

/** Saves text as a file of the browser. */
export function downloadText(fileName: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
