import { useEffect, useState } from 'react';
import { Alert, App, Button, Form, Input, InputNumber, Modal, Skeleton, Switch, Upload } from 'antd';
import { useMutation, useQuery } from '@tanstack/react-query';
import { webVttOf } from '../../../contract/media/captions.ts';
import { CaptionFault } from '../../../contract/media/web-vtt.ts';
import { partsName } from '../../../contract/media/part-name.ts';
import { getTrack, saveTrack, trackDraft } from '../../../contract/media/track.ts';
import { MEDIA } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { ruleOf } from '../crud/schema-rules.ts';
import { useSeenVersion } from '../crud/use-seen-version.ts';
import { NameInput } from '../ui/name.tsx';
import { confirmLeave } from '../ui/confirm-leave.ts';
import { errorMessage } from '../ui/error-message.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { textOf } from './text-of.ts';

type Draft = typeof trackDraft._zod.output;
const { shape } = trackDraft;
const on = { getValueProps: (value: string) => ({ checked: value === '1' }), normalize: (checked: boolean) => (checked ? '1' : '0') };

interface Props {
  mediaId: number;
  /** Kind of the work. */
  kind: string;
  onClose: () => void;
  onSaved: () => void;
}

/** Converts the file's text to the stored format; an error is reported on saving, with its line number. */
function asWebVtt(text: string): string {
  try {
    return webVttOf(text);
  } catch (error) {
    if (error instanceof CaptionFault) return text;
    throw error;
  }
}

/** Editable fields of a track: its title, its free part, and its captions. */
export function TrackForm({ mediaId, kind, onClose, onSaved }: Props) {
  useRestoreFocus();
  const { message, modal } = App.useApp();
  const [form] = Form.useForm<Draft>();
  const found = useQuery({ ...queryOf(getTrack, { params: { mediaId } }), staleTime: 0, refetchOnMount: 'always' });
  const free = Form.useWatch('isFree', form) === '1';
  const track = found.data;
  const name = partsName({ kind });
  const [dirty, setDirty] = useState(false);
  const [seen] = useSeenVersion(track?.version, dirty);
  useEffect(() => {
    if (track && !dirty) form.setFieldsValue(track);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a version read again must not overwrite what is being written
  }, [track, form]);
  const save = useMutation({
    mutationFn: (draft: Draft) => call(saveTrack, { body: { ...draft, mediaId, version: seen ?? 0 } }),
    onSuccess: () => {
      void message.success('保存成功');
      onSaved();
    },
    onError: (error) => void message.error(errorMessage(error)),
  });
  const takeCaptions = async (file: File): Promise<void> => {
    const text = await textOf(file);
    if (text.length > MEDIA.captionLength) return void message.error(`字幕不能超过${MEDIA.captionLength}个字`);
    form.setFieldValue('captions', asWebVtt(text));
    setDirty(true);
    await form.validateFields(['captions']).catch(() => undefined);
  };
  const leave = () => confirmLeave(modal, dirty, onClose);
  return (
    <Modal
      open
      title={track ? `修改${name}“${track.title}”` : `修改${name}`}
      width={640}
      okText="保存"
      cancelText="取消"
      okButtonProps={{ disabled: !track }}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={leave}
    >
      {found.isError ? (
        <Alert type="error" title={errorMessage(found.error)} action={<Button onClick={() => void found.refetch()}>重试</Button>} />
      ) : null}
      {!track && !found.isError ? <Skeleton active paragraph={{ rows: 5 }} /> : null}
      <Form<Draft> form={form} layout="vertical" hidden={!track} onValuesChange={() => setDirty(true)} onFinish={(draft) => save.mutate(draft)}>
        <Form.Item name="title" label={`${name}名`} required rules={[ruleOf(shape.title)]}>
          <NameInput maxLength={120} />
        </Form.Item>
        <Form.Item name="isrc" label="ISRC" rules={[ruleOf(shape.isrc)]} extra="可不填，例如 CN-A01-26-00001">
          <Input className="code" maxLength={15} />
        </Form.Item>
        <Form.Item name="isFree" label="整段免费" valuePropName="checked" {...on}>
          <Switch checkedChildren="免费" unCheckedChildren="按作品" />
        </Form.Item>
        <Form.Item
          name="trialSec"
          label="试听（试看）秒数"
          rules={[ruleOf(shape.trialSec)]}
          extra={track ? `全长 ${track.durationSec} 秒；填 0 表示没有试听` : ''}
        >
          <InputNumber min={0} max={MEDIA.trialSeconds} precision={0} disabled={free} style={{ width: 160 }} />
        </Form.Item>
        <Form.Item
          name="captions"
          label="字幕（WebVTT 或 SRT）"
          rules={[ruleOf(shape.captions)]}
          extra="读者看到的文稿也来自字幕；保存时会检查每一行的时间，SRT 会转成 WebVTT"
        >
          <Input.TextArea className="code" rows={8} placeholder={'WEBVTT\n\n00:00.000 --> 00:04.000\n第一句'} />
        </Form.Item>
        <Upload accept=".vtt,.srt,text/vtt,application/x-subrip" showUploadList={false} beforeUpload={(file) => (void takeCaptions(file), false)}>
          <Button>从 .vtt 或 .srt 文件读入</Button>
        </Upload>
      </Form>
    </Modal>
  );
}
