import { Alert } from 'antd';
import { allFields } from '../../../../contract/workflow/form-content.ts';
import { useDesigner } from './designer.store.ts';
import { FieldPreview } from './field-preview.tsx';

/** Below the desktop width the form is shown in one column and cannot be edited. */
export function NarrowDesigner({ name }: { name: string }) {
  const fields = useDesigner((state) => state.form.fields);
  return (
    <section className="admin-card fd-narrow" aria-labelledby="fd-narrow-title">
      <h1 id="fd-narrow-title">{name}</h1>
      <Alert type="info" showIcon title="请在电脑端编辑" description="屏幕较窄时只能看表单的样子。" />
      {fields.length === 0 ? <p className="soft">表单里还没有组件</p> : null}
      <div inert>
        {allFields(fields)
          .filter((field) => field.layout === 'colFormItem')
          .map((field) => (
            <div className="fd-line top" key={field.formId}>
              {field.showLabel ? (
                <span className="fd-title">
                  {field.required ? <i>*</i> : null}
                  {field.label}
                </span>
              ) : null}
              <div className="fd-control">
                <FieldPreview field={field} />
              </div>
            </div>
          ))}
      </div>
    </section>
  );
}
