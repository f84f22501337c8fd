import { useState } from 'react';
import { Alert, App, Form, Input, Modal, Typography } from 'antd';
import { resetPassword, type StaffUser } from '../../../contract/system/user.ts';
import { PASSWORD_WORDS } from '../../../contract/identity/register.ts';
import { PASSWORD_LENGTH } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { errorMessage } from '../ui/error-message.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

/** A password that is shown once, in large type for reading aloud or copying. */
export const OneTimePassword = ({ userName, password }: { userName: string; password: string }) => (
  <>
    <p>{userName} 的初始密码（只显示这一次，首次登录会提醒修改）：</p>
    <Typography.Text copyable code style={{ fontSize: 20 }}>
      {password}
    </Typography.Text>
  </>
);

/** Sets the password of a user; if empty, the server generates one. */
export function PasswordDialog({ user, onClose }: { user: StaffUser; onClose: () => void }) {
  useRestoreFocus();
  const { modal, message } = App.useApp();
  const [form] = Form.useForm<{ password?: string }>();
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const save = async () => {
    const { password = '' } = await form.validateFields();
    setBusy(true);
    try {
      const { initPassword } = await call(resetPassword, { body: { userId: user.userId, password } });
      onClose();
      if (initPassword) void modal.success({ title: '密码已重置', content: <OneTimePassword userName={user.userName} password={initPassword} /> });
      else void message.success('密码已重置，请通知本人首次登录后修改');
    } catch (error) {
      setWrong(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`重置「${user.nickName}」的密码`}
      okText="重置密码"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p className="soft">重置后，此人在所有设备上都会退出登录，下次登录须修改密码。</p>
      {wrong ? <Alert type="error" showIcon title={wrong} style={{ marginBottom: 12 }} /> : null}
      <Form form={form} layout="vertical">
        <Form.Item
          name="password"
          label="新密码"
          extra="留空则随机生成一个"
          rules={[{ min: PASSWORD_LENGTH.least, max: PASSWORD_LENGTH.most, message: PASSWORD_WORDS }]}
        >
          <Input.Password autoComplete="new-password" maxLength={PASSWORD_LENGTH.most} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
