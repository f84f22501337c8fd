import { useState } from 'react';
import { Button, Input, InputNumber, Select, Upload } from 'antd';
import { layoutWords, PAGELESS, printSheets, SHEET_PAGES } from '../../../contract/composition/composition.machine.ts';
import { layoutSheet, saveLayout, uploadProof, type CompositionDetail } from '../../../contract/composition/composition.ts';
import { call } from '../../api/call.ts';
import { bytes } from '../../format/bytes.ts';
import { useEditCall } from '../manuscript/use-edit-call.ts';
import { FileButton } from '../ui/file-button.tsx';
import { Labelled } from '../ui/labelled.tsx';
import { useEdits } from '../ui/use-edits.ts';

const COUNTS = [
  ['charsPerLine', '每行字数', 60],
  ['linesPerPage', '每面行数', 60],
  ['pages', '面数', 10_000],
] as const;

/** The page data, with F15 and F16 as they are typed, and the proof of this round. */
export function LayoutPart({ one }: { one: CompositionDetail }) {
  const run = useEditCall();
  const [sending, setSending] = useState(false);
  const {
    values: data,
    change,
    saved,
  } = useEdits({
    format: one.format,
    sheetPages: one.sheetPages,
    charsPerLine: one.charsPerLine,
    linesPerPage: one.linesPerPage,
    pages: one.pages,
    fontFamily: one.fontFamily,
    fontSizePt: one.fontSizePt,
  });
  const words = layoutWords(data);
  const save = async () => {
    if (await run(() => call(saveLayout, { body: { ...data, compositionId: one.compositionId, version: one.version } }), '版面参数已保存'))
      saved(data);
  };
  const send = (file: File) => {
    const body = new FormData();
    body.append('file', file);
    setSending(true);
    void run(() => call(uploadProof, { params: { compositionId: one.compositionId }, body }), '校样已上传').finally(() => setSending(false));
    return false;
  };
  return (
    <section className="manuscript-part" aria-label="版面与校样">
      <div className="composition-grid">
        <Labelled label="成品尺寸（毫米）">
          {(id) => (
            <Input
              id={id}
              value={data.format}
              disabled={!one.writes.layout}
              placeholder="185×260"
              maxLength={20}
              onChange={({ target }) => change({ format: target.value.replace(/[x*X]/g, '×') })}
            />
          )}
        </Labelled>
        <Labelled label="开数">
          {(id) => (
            <Select
              id={id}
              value={data.sheetPages || null}
              disabled={!one.writes.layout}
              placeholder="开数"
              options={SHEET_PAGES.map((value) => ({ value, label: `${value}开` }))}
              onChange={(sheetPages) => change({ sheetPages })}
            />
          )}
        </Labelled>
        {COUNTS.map(([key, label, most]) => (
          <Labelled key={key} label={label}>
            {(id) => (
              <InputNumber
                id={id}
                value={data[key] || null}
                disabled={!one.writes.layout}
                min={0}
                max={most}
                precision={0}
                onChange={(value) => change({ [key]: value ?? 0 })}
              />
            )}
          </Labelled>
        ))}
        <Labelled label="正文字体">
          {(id) => (
            <Input
              id={id}
              value={data.fontFamily}
              disabled={!one.writes.layout}
              maxLength={40}
              onChange={({ target }) => change({ fontFamily: target.value })}
            />
          )}
        </Labelled>
        <Labelled label="字号（磅）">
          {(id) => (
            <Input
              id={id}
              value={data.fontSizePt}
              disabled={!one.writes.layout}
              maxLength={6}
              onChange={({ target }) => change({ fontSizePt: target.value })}
            />
          )}
        </Labelled>
      </div>
      <dl className="composition-sums" aria-live="polite">
        <div>
          <dt>版面字数</dt>
          <dd>
            {words > 0 ? words.toLocaleString('zh-CN') : '—'}
            <span className="soft">
              {words > 0
                ? ` = ${data.charsPerLine} × ${data.linesPerPage} × ${data.pages}，版权页印 ${Math.round(words / 1000)} 千字`
                : ' 填好三项后算出'}
            </span>
          </dd>
        </div>
        <div>
          <dt>印张</dt>
          <dd>
            {printSheets(data) || '—'}
            <span className="soft">{printSheets(data) ? ` = ${data.pages} ÷ ${data.sheetPages}` : ''}</span>
          </dd>
        </div>
      </dl>
      <div className="composition-acts">
        {one.writes.layout ? (
          <Button type="primary" onClick={() => void save()}>
            保存版面参数
          </Button>
        ) : null}
        {PAGELESS.has(one.kind) ? null : <FileButton endpoint={layoutSheet} params={{ compositionId: one.compositionId }} label="下载版式单" />}
      </div>
      <h3>校样</h3>
      {one.proof ? (
        <p>
          {one.proof.fileName} <span className="soft">{`${bytes(one.proof.fileSize)}，${one.proof.createTime.slice(0, 16)}`}</span>
        </p>
      ) : (
        <p className="soft">{one.writes.proof ? '还没有校样。从排版软件导出PDF后上传。' : '没有校样文件'}</p>
      )}
      {one.writes.proof ? (
        <Upload accept=".pdf" showUploadList={false} beforeUpload={send}>
          <Button loading={sending}>{one.status === 'correcting' ? '上传改后的校样' : '上传校样'}</Button>
        </Upload>
      ) : null}
    </section>
  );
}
