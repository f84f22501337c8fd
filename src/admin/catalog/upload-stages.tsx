import { Alert, Button, Flex, Progress, Upload } from 'antd';
import InboxOutlined from '@ant-design/icons/InboxOutlined';
import type { Preparation } from '../../../contract/catalog/preparation.ts';
import { EPUB, MB } from '../../../contract/limits.ts';
import { bytesOf } from '../../format/bytes.ts';
import { messageOf, PreparationFindings } from './preparation-findings.tsx';

/** Area to choose a file or drop it. */
export function FileChoice({ onChoose }: { onChoose: (file: File) => void }) {
  return (
    <Upload.Dragger accept=".epub,application/epub+zip" maxCount={1} showUploadList={false} beforeUpload={(chosen) => (onChoose(chosen), false)}>
      <p style={{ fontSize: 32, margin: 0 }}>
        <InboxOutlined aria-hidden />
      </p>
      <p>把 EPUB 文件拖到这里，或点击选择</p>
      <p className="soft">
        <span className="unbroken">
          单个文件不超过 {EPUB.fileBytes / MB} MB、{EPUB.entries.toLocaleString()} 个条目；
        </span>
        <span className="unbroken">上传中断后可以接着传</span>
      </p>
    </Upload.Dragger>
  );
}

interface FailureProps {
  title: string;
  words: string;
  /** The step that can be retried with the same file. */
  proceed: { name: string; run: () => void } | null;
  busy: boolean;
  onOther: () => void;
}

export function UploadFailure({ title, words, proceed, busy, onOther }: FailureProps) {
  return (
    <Alert
      type="error"
      showIcon
      title={title}
      description={words}
      action={
        <Flex vertical gap={8}>
          {proceed ? (
            <Button type="primary" loading={busy} onClick={proceed.run}>
              {proceed.name}
            </Button>
          ) : null}
          <Button onClick={onOther}>换一个文件</Button>
        </Flex>
      }
    />
  );
}

const NEW_WORK = '书名、作者、封面和目录已从文件读出，请核对并补充分类、简介和价格，再提交上架。';
const NEW_EDITION = '新版本已经生效，读者下次打开就是它。';

/** `made` includes the findings of the preparation for a book that is readable. */
export function UploadReady({ made, isEdition, onOpen }: { made: Preparation; isEdition: boolean; onOpen: () => void }) {
  const message = messageOf(made);
  return (
    <Alert
      type={made.message && !made.waits ? 'warning' : 'success'}
      showIcon
      title={made.waits ? '新文件已处理好，等另一位作品管理员确认' : '电子书已经可以阅读'}
      description={
        <>
          {message || (isEdition ? NEW_EDITION : NEW_WORK)}
          <PreparationFindings findings={made.findings} />
        </>
      }
      action={
        <Button type="primary" onClick={onOpen}>
          去完善
        </Button>
      }
    />
  );
}

/** `away`: the server does not answer; the preparation continues. */
export function UploadPreparing({ state, away }: { state: Preparation['state']; away: boolean }) {
  const stage = state === 'queued' ? '排队等待处理……' : '正在拆分章节、检查内容、生成搜索文本……';
  return (
    <>
      <Progress percent={100} status="active" showInfo={false} aria-label="正在处理" />
      <p className="soft">{away ? '暂时连不上服务器，连上后这里会更新；' : stage}可以关闭这个窗口，处理不会中断。</p>
    </>
  );
}

export function UploadProgress({ sent, total, paused, onToggle }: { sent: number; total: number; paused: boolean; onToggle: () => void }) {
  return (
    <>
      <Progress percent={Math.floor((sent / total) * 100)} aria-label="上传进度" />
      <p className="soft">
        {bytesOf(sent, total)}
        <Button type="link" onClick={onToggle}>
          {paused ? '继续' : '暂停'}
        </Button>
      </p>
    </>
  );
}
