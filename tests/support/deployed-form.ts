import type { Page } from '@playwright/test';
import type { BrowserServer } from './browser-server.ts';
import { formText } from './form-fixtures.ts';

const XML = (key: string, name: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="http://flowable.org/bpmn">
  <process id="${key}" name="${name}" isExecutable="true">
    <startEvent id="start" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="fill" />
    <userTask id="fill" name="填写" flowable:assignee="\${INITIATOR}" />
    <sequenceFlow id="f2" sourceRef="fill" targetRef="check" />
    <userTask id="check" name="审核" flowable:assignee="\${INITIATOR}" />
    <sequenceFlow id="f3" sourceRef="check" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`;

/** Deploys a process with a form from tests/fixtures/forms. Returns the id of the deployment. */
export async function deployedForm(server: BrowserServer, page: Page, fixture: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${await server.logIn('sysadmin')}` };
  const ask = async (path: string, data: object): Promise<Record<string, unknown>> => {
    const answer = (await (await page.request.post(`${server.origin}/prod-api${path}`, { headers, data })).json()) as Record<string, unknown>;
    if (answer['code'] !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const form = await ask('/flowable/form', { formName: key, formContent: formText(fixture), remark: '' });
  const flow = await ask('/flowable/definition/save', { name: key, category: '', xml: XML(key, key) });
  const { deployId } = flow['data'] as { deployId: string };
  await ask('/flowable/form/addDeployForm', { formId: (form['data'] as { formId: number }).formId, deployId });
  return deployId;
}

/** The least file that the server accepts as a Word document. */
export const WORD_FILE = {
  name: '样章.docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: Buffer.from('504b0304140006000800000021000000', 'hex'),
};

export const SUMMARY =
  '写一座小城三代人与一座桥的往事，从修桥、守桥到离桥，以灯为线索，写出普通人在时代里的坚持与温情，适合大众阅读与朗诵，也可作课外读物。';
