import { useMutation } from '@tanstack/react-query';
import { App, Button, Upload } from 'antd';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { type Publication, removePublicationCover, savePublicationCover } from '../../../contract/catalog/publication.ts';
import { MB, UPLOAD } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { Cover } from '../../cover/cover.tsx';
import { errorMessage } from '../ui/error-message.ts';

interface Props {
  book: Publication | undefined;
  publishId: number;
  /** Called after this user's write, with the new version of the work. */
  onWritten: (version: number) => Promise<void>;
}

/** The cover of a work: shows, replaces and removes it. */
export function PublicationCover({ book, publishId, onWritten }: Props) {
  const { message } = App.useApp();
  const done = (words: string) => ({
    onSuccess: async ({ version }: { version: number }) => {
      void message.success(words);
      await onWritten(version);
    },
    onError: (error: unknown) => void message.error(errorMessage(error)),
  });
  const exchange = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return call(savePublicationCover, { params: { publishId }, body });
    },
    ...done('封面已更换'),
  });
  const takeOff = useMutation({
    mutationFn: () => call(removePublicationCover, { params: { publishId } }),
    ...done('封面已移除，按书名绘制'),
  });
  return (
    <div style={{ gridRow: 'span 3', display: 'flex', gap: 16, alignItems: 'flex-start', marginBottom: 16 }}>
      {book ? (
        <div style={{ flex: 'none', width: 132 }}>
          <Cover book={book} alt={`${inTitleMarks(book.title)}封面`} />
        </div>
      ) : null}
      <Upload accept={UPLOAD.images.map((type) => `.${type}`).join()} showUploadList={false} beforeUpload={(file) => (exchange.mutate(file), false)}>
        <Button loading={exchange.isPending}>上传封面</Button>
        {book?.cover.url ? (
          <Button
            type="link"
            loading={takeOff.isPending}
            onClick={(event) => {
              event.stopPropagation();
              takeOff.mutate();
            }}
          >
            移除封面
          </Button>
        ) : null}
        <p className="soft">
          <span className="unbroken">{UPLOAD.images.join('、')}，</span>
          <span className="unbroken">不超过 {UPLOAD.bytes / MB} MB；</span>
          <span className="unbroken">不上传时</span>
          <span className="unbroken">按书名绘制</span>
        </p>
      </Upload>
    </div>
  );
}
