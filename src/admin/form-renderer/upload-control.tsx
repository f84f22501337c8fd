import { App, Button, Upload } from 'antd';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import type { FormFile } from '../../form-renderer/file-upload.ts';
import { saveFormFile, usePictures } from '../../form-renderer/form-file.ts';
import { Picture } from '../../form-renderer/read-value.tsx';
import { SignaturePad } from '../../form-renderer/signature-pad.tsx';
import { useFileField } from '../../form-renderer/use-file-field.ts';
import { useStore } from '../../form-renderer/use-filled-form.ts';
import { errorMessage } from '../ui/error-message.ts';
import { flagAttribute, textAttribute, type ControlProps } from './control-props.ts';

const NONE: readonly string[] = [];
const LIST_TYPES = ['text', 'picture', 'picture-card'] as const;

export function UploadControl({ field, state }: ControlProps) {
  const { message } = App.useApp();
  const upload = useFileField(field, state);
  const listType = LIST_TYPES.find((one) => one === field['list-type']) ?? 'text';
  const pictures = usePictures(listType === 'text' ? NONE : upload.files.map(({ url }) => url), useStore().parts.loadFile);
  const label = textAttribute(field, 'buttonText') || '点击上传';
  const send = async (files: readonly File[]) => {
    const problem = await upload.send(files);
    if (problem) void message.error(problem);
  };
  return (
    <div>
      <Upload
        accept={upload.accept}
        multiple={upload.most > 1}
        listType={listType}
        fileList={upload.files.map((file) => ({
          uid: file.uid,
          name: file.name,
          status: 'done' as const,
          ...(pictures[file.url] ? { thumbUrl: pictures[file.url]! } : {}),
        }))}
        onPreview={(file) => {
          const found = upload.files.find((one: FormFile) => one.uid === file.uid);
          if (found) saveFormFile(found).catch((error: unknown) => void message.error(errorMessage(error)));
        }}
        beforeUpload={(file, all) => {
          // antd calls this once for each chosen file.
          if (file === all.at(-1)) void send(all);
          return false;
        }}
        onRemove={(file) => {
          const found = upload.files.find((one: FormFile) => one.uid === file.uid);
          if (found) upload.remove(found);
          return false;
        }}
      >
        {upload.full && upload.most > 1 ? null : listType === 'picture-card' ? (
          <button type="button" id={state.id} className="form-card-button">
            <PlusOutlined aria-hidden />
            <span>{label}</span>
          </button>
        ) : (
          <Button id={state.id} icon={<UploadOutlined />} loading={upload.sending > 0}>
            {upload.full ? '更换文件' : label}
          </Button>
        )}
      </Upload>
      {flagAttribute(field, 'showTip') ? <div className="soft form-tip">{upload.hint}</div> : null}
    </div>
  );
}

export function SignatureControl({ field, state }: ControlProps) {
  const { message } = App.useApp();
  const upload = useFileField(field, state);
  const [signed] = upload.files;
  if (signed)
    return (
      <div className="form-signed">
        <Picture file={signed} alt={`${field.label}：已签名`} />
        <Button onClick={() => upload.remove(signed)}>重新签名</Button>
      </div>
    );
  return (
    <SignaturePad
      label={field.label}
      disabled={upload.sending > 0}
      onDone={(file) => void upload.send([file]).then((problem) => problem && void message.error(problem))}
    />
  );
}
