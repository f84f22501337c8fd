import { useState } from 'react';
import { App, Button, Form, Input, Segmented, Select, Upload } from 'antd';
import { useMutation, useQuery } from '@tanstack/react-query';
import { listTracks } from '../../../contract/media/track.ts';
import { upload } from '../../../contract/system/file.ts';
import { exerciseSet } from '../../../contract/textbook/exercise.ts';
import { placedMedia } from '../../../contract/textbook/placed.ts';
import { TEXTBOOK, type PlacedKind } from '../../../contract/textbook/textbook-limits.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { errorMessage } from '../ui/error-message.ts';
import type { PlacedRow } from './page-view.tsx';
import type { Paragraph } from './paragraphs.ts';

const KINDS = [
  { value: 'listen' as const, label: '听' },
  { value: 'watch' as const, label: '看' },
  { value: 'exercise' as const, label: '练习' },
  { value: 'file' as const, label: '资料' },
];

interface Props {
  readonly publishId: number;
  readonly documentIndex: number;
  /** The item that is changed; null places a new one. */
  readonly item: PlacedRow | null;
  /** Number of the items of the chapter: a new one follows them. */
  readonly count: number;
  readonly paragraphs: readonly Paragraph[];
  readonly picked: Paragraph | null;
  readonly onPick: (paragraph: Paragraph | null) => void;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

/** Places a recording, a film or a file at a paragraph of the chapter. */
export function PlacedForm({ publishId, documentIndex, item, count, paragraphs, picked, onPick, onSaved, onCancel }: Props) {
  const { message } = App.useApp();
  const tracks = useQuery({ ...queryOf(listTracks, { query: { publishId } }), staleTime: 0 });
  const [kind, setKind] = useState<PlacedKind>(item?.kind ?? 'listen');
  const [label, setLabel] = useState(item?.label ?? '');
  const [mediaId, setMediaId] = useState(item?.mediaId ?? null);
  const sets = useQuery({
    ...queryOf(exerciseSet.list, { query: { publishId: String(publishId), pageNum: 1, pageSize: 200 } }),
    enabled: kind === 'exercise',
  });
  const [setId, setSetId] = useState(item?.setId ?? null);
  const [file, setFile] = useState(item?.fileId ? { fileId: item.fileId, name: item.target } : null);
  const target = kind === 'file' ? file !== null : kind === 'exercise' ? setId !== null : mediaId !== null;
  const rows = (tracks.data?.rows ?? []).filter(({ mediaType }) => (mediaType === 'video') === (kind === 'watch'));
  const save = useMutation({
    mutationFn: () => {
      const body = {
        publishId,
        kind,
        label: label.trim(),
        mediaId: kind === 'listen' || kind === 'watch' ? mediaId : null,
        setId: kind === 'exercise' ? setId : null,
        fileId: kind === 'file' ? (file?.fileId ?? null) : null,
        documentIndex,
        cfi: picked?.cfi ?? '',
        quote: picked?.quote ?? '',
        orderNum: item?.orderNum ?? count + 1,
      };
      return item ? call(placedMedia.edit, { body: { ...body, placedId: item.placedId, version: item.version } }) : call(placedMedia.add, { body });
    },
    onSuccess: () => {
      void message.success(item ? '已修改' : '已放好，读者马上能看到');
      onSaved();
    },
    onError: (error) => void message.error(errorMessage(error)),
  });
  const send = async (chosen: File): Promise<void> => {
    try {
      const body = new FormData();
      body.append('file', chosen);
      const { fileId, fileOriginName } = await call(upload, { body });
      setFile({ fileId, name: fileOriginName });
      if (!label) setLabel(fileOriginName.replace(/\.\w+$/, '').slice(0, TEXTBOOK.label));
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  return (
    <Form layout="vertical" onFinish={() => save.mutate()} className="placed-form">
      <Form.Item label="类型">
        <Segmented options={KINDS} value={kind} onChange={(next) => (setKind(next), setMediaId(null))} />
      </Form.Item>
      {kind === 'file' ? (
        <Form.Item label="文件" required>
          <Upload showUploadList={false} beforeUpload={(chosen) => (void send(chosen), false)}>
            <Button>{file ? '换一个文件' : '选择文件'}</Button>
          </Upload>
          {file ? <span className="placed-file">{file.name}</span> : null}
        </Form.Item>
      ) : kind === 'exercise' ? (
        <Form.Item label="练习" required htmlFor="placed-set" extra="通过审核的练习读者才看得到">
          <Select
            id="placed-set"
            value={setId}
            placeholder={sets.data?.rows.length === 0 ? '先在“题库与练习”里建一个练习' : '请选择'}
            options={(sets.data?.rows ?? []).map((set) => ({ value: set.setId, label: `${set.title}（${set.questionNum} 题）` }))}
            onChange={(next: number) => {
              setSetId(next);
              if (!label) setLabel((sets.data?.rows.find((one) => one.setId === next)?.title ?? '').slice(0, TEXTBOOK.label));
            }}
          />
        </Form.Item>
      ) : (
        <Form.Item label={kind === 'watch' ? '视频' : '音频'} required htmlFor="placed-track">
          <Select
            id="placed-track"
            value={mediaId}
            placeholder={rows.length === 0 ? '先在“音视频”里上传' : '请选择'}
            options={rows.map((track) => ({ value: track.mediaId, label: track.state === 'ready' ? track.title : `${track.title}（处理中）` }))}
            onChange={(next: number) => {
              setMediaId(next);
              if (!label) setLabel((rows.find((one) => one.mediaId === next)?.title ?? '').slice(0, TEXTBOOK.label));
            }}
          />
        </Form.Item>
      )}
      <Form.Item label="名称" required htmlFor="placed-label">
        <Input id="placed-label" value={label} maxLength={TEXTBOOK.label} showCount onChange={(event) => setLabel(event.target.value)} />
      </Form.Item>
      <Form.Item label="段落" htmlFor="placed-paragraph" extra="在页面上点一段，或从这里选；不选就放在章末">
        <Select
          id="placed-paragraph"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="章末"
          value={picked ? paragraphs.findIndex((one) => one.quote === picked.quote) : null}
          options={paragraphs
            .map(({ quote, declared }, index) => ({
              value: index,
              label: `${declared ? '书里标出的练习 ' : ''}${index + 1}. ${quote.slice(0, 36)}`,
              declared,
            }))
            .toSorted((one, two) => Number(two.declared) - Number(one.declared))}
          onChange={(index: number | undefined) => onPick(index === undefined ? null : (paragraphs[index] ?? null))}
        />
      </Form.Item>
      <div className="placed-form-acts">
        {item ? <Button onClick={onCancel}>取消</Button> : null}
        <Button type="primary" htmlType="submit" loading={save.isPending} disabled={!target || label.trim() === ''}>
          {item ? '保存' : '放在这里'}
        </Button>
      </div>
    </Form>
  );
}
