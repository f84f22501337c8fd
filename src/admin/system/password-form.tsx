import { useState } from 'react';
import { Alert, App, Button, Form, Input } from 'antd';
import { savePassword } from '../../../contract/identity/profile.ts';
import { PASSWORD_LENGTH } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { ruleOf } from '../crud/schema-rules.ts';
import { errorMessage } from '../ui/error-message.ts';

interface Passwords {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly again: string;
}

export function PasswordForm() {
  const { message } = App.useApp();
  const [form] = Form.useForm<Passwords>();
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async ({ oldPassword, newPassword }: Passwords) => {
    setBusy(true);
    setWrong('');
    try {
      await call(savePassword, { body: { oldPassword, newPassword } });
      form.resetFields();
      void message.success('密码已修改，其他设备已退出登录');
    } catch (error) {
      setWrong(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const { oldPassword, newPassword } = savePassword.body.shape;
  return (
    <Form form={form} layout="vertical" onFinish={(passwords) => void save(passwords)} style={{ maxWidth: 420 }}>
      {wrong ? <Alert type="error" showIcon title={wrong} style={{ marginBottom: 12 }} /> : null}
      <Form.Item name="oldPassword" label="旧密码" required rules={[ruleOf(oldPassword)]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item name="newPassword" label="新密码" required extra="8 到 64 个字符，不要用常见的密码" rules={[ruleOf(newPassword)]}>
        <Input.Password autoComplete="new-password" maxLength={PASSWORD_LENGTH.most} />
      </Form.Item>
      <Form.Item
        name="again"
        label="确认密码"
        required
        dependencies={['newPassword']}
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_rule, value: string) => {
              if (!value) throw new Error('确认密码不能为空');
              if (value !== getFieldValue('newPassword')) throw new Error('两次输入的密码不一致');
            },
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={PASSWORD_LENGTH.most} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        修改密码
      </Button>
    </Form>
  );
}
