import { useState } from 'react';
import { Alert, App, Button, Form, Input, Radio } from 'antd';
import { askConfirmEmail, saveProfile } from '../../../contract/identity/profile.ts';
import type { WholeUser } from '../../../contract/identity/session.ts';
import { call } from '../../api/call.ts';
import { updatePerson } from '../../session/update-person.ts';
import { useDict } from '../crud/field/dict-tag.tsx';
import { ruleOf } from '../crud/schema-rules.ts';
import { errorMessage } from '../ui/error-message.ts';

interface Facts {
  readonly nickName: string;
  readonly phonenumber: string;
  readonly email: string;
  readonly sex: '0' | '1' | '2';
}

export function ProfileForm({ me, onSaved }: { me: WholeUser; onSaved: () => void }) {
  const { message } = App.useApp();
  const sexes = useDict('sys_user_sex');
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async (facts: Facts) => {
    setBusy(true);
    setWrong('');
    try {
      await call(saveProfile, { body: facts });
      updatePerson(facts);
      void message.success('资料已保存');
      onSaved();
    } catch (error) {
      setWrong(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const confirmEmail = async () => {
    try {
      void message.success((await call(askConfirmEmail, {})).msg);
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  const { nickName, phonenumber, email, sex } = saveProfile.body.shape;
  return (
    <Form<Facts> layout="vertical" initialValues={me} onFinish={(facts) => void save(facts)} style={{ maxWidth: 420 }}>
      {wrong ? <Alert type="error" showIcon title={wrong} style={{ marginBottom: 12 }} /> : null}
      <Form.Item name="nickName" label="用户昵称" required rules={[ruleOf(nickName)]}>
        <Input maxLength={30} autoComplete="nickname" />
      </Form.Item>
      <Form.Item name="phonenumber" label="手机号码" rules={[ruleOf(phonenumber)]}>
        <Input maxLength={11} inputMode="tel" autoComplete="tel" />
      </Form.Item>
      <Form.Item name="email" label="邮箱" rules={[ruleOf(email)]}>
        <Input maxLength={50} inputMode="email" autoComplete="email" />
      </Form.Item>
      {me.email ? (
        <Form.Item extra="确认以后，可以用它找回密码、接收通知。">
          <Button onClick={() => void confirmEmail()}>确认邮箱</Button>
        </Form.Item>
      ) : null}
      <Form.Item name="sex" label="性别" rules={[ruleOf(sex)]}>
        <Radio.Group options={sexes.map(({ value, label }) => ({ value, label }))} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        保存资料
      </Button>
    </Form>
  );
}
