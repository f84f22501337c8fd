import { alertOr } from '../session/alert.ts';
import { onStorageFull } from '../storage/storage-full.ts';
import { currentPerson } from '../session/current-person.ts';
import { showAlert } from '../site/frame/dialogs.ts';

const TITLE = '这台设备的存储空间满了';
const DO = '请在“我的下载”里删除一些下载，或清理这台设备，腾出空间后会自动记下。';
const WORDS = `刚写的笔记和读到、听到的位置没能记在这台设备上。联网时照常存到您的账号；没有网络时请先不要关闭书舟。${DO}`;
const ANONYMOUS = `读到、听到的位置没能记在这台设备上。${DO}`;

export const showStorageFull = (): void =>
  onStorageFull(() => void alertOr(showAlert)(TITLE, currentPerson() === null ? ANONYMOUS : WORDS, '知道了'));
