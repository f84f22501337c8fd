import { useRef, useState } from 'react';
import { App, Button, Segmented } from 'antd';
import type { Form } from '../../../../contract/workflow/form-content.ts';
import { FilledForm, type FilledFormHandle } from '../../form-renderer/filled-form.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { sampleValues } from './sample-values.ts';
import './code-preview.css';
import './form-preview.css';

type Face = 'both' | 'desktop' | 'mobile';

/** The form in our own renderers; nothing is sent. */
export function FormPreview({ form, onClose }: { form: Form; onClose: () => void }) {
  const { message } = App.useApp();
  const [face, setFace] = useState<Face>('both');
  const [filled, setFilled] = useState(0);
  const [values, setValues] = useState<unknown>({});
  const desktop = useRef<FilledFormHandle>(null);
  const mobile = useRef<FilledFormHandle>(null);
  const check = async (): Promise<void> => {
    const results = await Promise.all([desktop.current?.submit(), mobile.current?.submit()].filter((one) => one !== undefined));
    const good = results.every((one) => one !== null);
    if (good) setValues(results[0]);
    void (good ? message.success('校验通过') : message.warning('有内容没有通过校验'));
  };
  const common = {
    form,
    reference: 'direct' as const,
    onChange: setValues,
    sendFile: () => Promise.reject(new Error('预览不上传文件')),
    ...(filled > 0 ? { values: sampleValues(form) } : {}),
  };
  return (
    <Drawer
      open
      size="100%"
      title="预览"
      onClose={onClose}
      styles={{ body: { padding: 0, display: 'flex', minHeight: 0 } }}
      extra={
        <span className="fd-drawer-bar">
          <Button onClick={() => (setFilled(filled + 1), setValues(sampleValues(form)))}>填入示例</Button>
          <Button type="primary" onClick={() => void check()}>
            校验
          </Button>
          <Button onClick={onClose}>关闭</Button>
        </span>
      }
    >
      <div className="fd-preview">
        <div className="fd-code-widths">
          <Segmented<Face>
            size="small"
            aria-label="预览的界面"
            value={face}
            options={[
              { value: 'both', label: '电脑和手机' },
              { value: 'desktop', label: '电脑' },
              { value: 'mobile', label: '手机 390' },
            ]}
            onChange={setFace}
          />
          <span className="fd-note-line">用填写时的控件显示，不发送数据</span>
        </div>
        <div className={`fd-preview-faces ${face}`}>
          {face === 'mobile' ? null : (
            <section className="fd-preview-desktop" aria-label="电脑端">
              <FilledForm key={filled} {...common} face="desktop" handle={desktop} />
            </section>
          )}
          {face === 'desktop' ? null : (
            <section className="fd-preview-mobile" aria-label="手机端">
              <FilledForm key={filled} {...common} face="mobile" handle={mobile} />
            </section>
          )}
          <section className="fd-preview-values" aria-label="填写的数据">
            <h2>填写的数据</h2>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
            <pre tabIndex={0} aria-label="填写的数据">
              {JSON.stringify(values, null, 2)}
            </pre>
          </section>
        </div>
      </div>
    </Drawer>
  );
}
