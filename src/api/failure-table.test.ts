import { expect, test } from 'vitest';
import { CallError, OFFLINE, TOO_LATE } from './call.ts';
import {
  responseMessage,
  CODE_WORDS,
  codeWords,
  DIALOG,
  EDITOR_LOADING,
  FAILURES,
  noDictionary,
  noLayout,
  messageFor,
  SUCCESSES,
} from './failure-table.ts';

const rows: [string, unknown, unknown][] = [
  ['S8.1 code 401', FAILURES.signedOut(), { channel: 'dialog', title: '系统提示', words: '请登录!', button: '登录' }],
  ['S8.2 401 by default', CODE_WORDS[401], '认证失败，无法访问系统资源'],
  ['S8.3 403 by default', CODE_WORDS[403], '当前操作没有权限'],
  ['S8.4 404 by default', CODE_WORDS[404], '访问资源不存在'],
  ['S8.5 any other by default', [codeWords(418), responseMessage(502, '')], Array(2).fill('系统未知错误，请反馈给管理员')],
  ['S8.6 code 500 with words', messageFor(new CallError(500, '书号已被使用')), { channel: 'message', words: '书号已被使用' }],
  ['S8.6 code 500 without words', FAILURES.failed(''), { channel: 'message', words: '系统未知错误，请反馈给管理员' }],
  ['S8.7 another code', messageFor(new CallError(601, '请先选择部门')), { channel: 'notification', title: '请先选择部门', words: '' }],
  ['S8.7 another code without words', FAILURES.refused(403), { channel: 'notification', title: '当前操作没有权限', words: '' }],
  ['S8.8 network error', messageFor(new CallError(OFFLINE, '')), { channel: 'message', words: '后端接口连接异常' }],
  ['S8.9 time-out', messageFor(new CallError(TOO_LATE, '')), { channel: 'message', words: '系统接口请求超时' }],
  ['S8.10 HTTP status', messageFor(new CallError(502, '', true)), { channel: 'message', words: '系统接口502异常', seconds: 2 }],
  [
    'S8.10 HTTP 401 is a status, not an ended session',
    messageFor(new CallError(401, '', true)),
    { channel: 'message', words: '系统接口401异常', seconds: 2 },
  ],
  ['S8.11 route load failure', FAILURES.routesNotLoaded(new CallError(500, '菜单读不出来')), { channel: 'message', words: '菜单读不出来' }],
  ['S8.12 download, code of the table', FAILURES.download(403, '别的话'), { channel: 'message', words: '当前操作没有权限' }],
  ['S8.12 download, words of the server', FAILURES.download(500, '文件已删除'), { channel: 'message', words: '文件已删除' }],
  ['S8.12 download, neither', FAILURES.download(500), { channel: 'message', words: '系统未知错误，请反馈给管理员' }],
  ['S8.13 public file', FAILURES.publicDownload('021-12345678'), { channel: 'message', words: '下载文件出现错误，请联系工作人员021-12345678' }],
  ['S8.14 image', FAILURES.imageInsert(), { channel: 'message', words: '图片插入失败' }],
  ['S8.15 upload', [FAILURES.upload().words, FAILURES.uploadInEditor().words], ['上传失败', 'upload failed, retry']],
  ['S8.16 copy', FAILURES.copy().words, '代码复制失败'],
  ['S8.17 script', FAILURES.script('/a.js').words, 'Failed to load /a.js'],
  ['S8.18 dictionary', noDictionary('sys_user_sex').message, 'the dict meta of sys_user_sex was not found'],
  ['S8.19 layout', noLayout('raw').message, '没有与布局「raw」对应的画法：请在设计器的布局表里补上它'],
  [
    'S8.20 successes',
    [SUCCESSES.modified.words, SUCCESSES.added.words, SUCCESSES.uploaded.words, SUCCESSES.resized.words, EDITOR_LOADING],
    ['修改成功', '新增成功', '上传成功', 'Switch Size Success', '富文本资源加载中...'],
  ],
  ['S8.20 copied', SUCCESSES.copied, { channel: 'notification', title: '成功', words: '代码已复制到剪切板，可粘贴。' }],
  ['S8.20 dialogs', DIALOG, { title: '系统提示', confirm: '确定', cancel: '取消' }],
];

test.each(rows)('%s', (_row, said, words) => {
  expect(said).toEqual(words);
});

test('S8.1 reports an ended session once, only in its dialog', () => {
  expect(messageFor(new CallError(401, '请求访问：/x，认证失败'))).toBeNull();
});
