import { writeDocx } from '../../server/document/docx-writer.ts';
import type { PressStaff } from './press-staff.ts';
import type { TestContext } from './test-context.ts';

/** Makes a document with these lines the default template of a type. */
export async function useTemplate(town: TestContext, staff: PressStaff, templateType: string, ...lines: string[]): Promise<void> {
  const bytes = writeDocx(lines.map((text) => ({ kind: 'text' as const, text })));
  const head = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.docx"\r\ncontent-type: application/octet-stream\r\n\r\n';
  const { fileId } = (
    await town.app.inject({
      method: 'POST',
      url: '/prod-api/common/upload',
      headers: { ...staff.as.manager, 'content-type': 'multipart/form-data; boundary=edge' },
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--edge--\r\n')]),
    })
  ).json<{ fileId: number }>();
  const body = { templateName: `${templateType} ${fileId}`, templateType, isDefault: '1', docFile: [{ fileId, name: 'a.docx', size: bytes.length }] };
  const made = await staff.ask('manager', 'POST', '/template', body);
  if (made.code !== 200) throw new Error(made.msg);
}
