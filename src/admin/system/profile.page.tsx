import { useQuery } from '@tanstack/react-query';
import { Card, Descriptions, Skeleton } from 'antd';
import { session } from '../../session/session.store.ts';
import { useSnapshot } from 'valtio/react';
import { useSearchParams } from 'react-router-dom';
import { getProfile } from '../../../contract/identity/profile.ts';
import { queryOf } from '../../api/query-client.ts';
import { SecurityPart } from '../../account-security/security-part.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { AvatarCrop } from './avatar-crop.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ProfileSessions } from './profile-sessions.tsx';
import { LoadFailed } from '../crud/list-states.tsx';
import { Tabs } from '../ui/tabs.tsx';

/** The admin user's profile: personal data and sessions. */
export function ProfilePage() {
  const narrow = useNarrow();
  const [asked] = useSearchParams();
  const { factorDue } = useSnapshot(session);
  const found = useQuery({ ...queryOf(getProfile, {}), staleTime: 0, enabled: !factorDue });
  if (factorDue)
    return (
      <Card title={<h1 style={{ fontSize: 14, margin: 0 }}>个人中心</h1>}>
        <SecurityPart />
      </Card>
    );
  if (found.isError) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const { data: me, roleGroup, postGroup } = found.data;
  const again = () => void found.refetch();
  return (
    <div style={{ display: 'grid', gap: 12, gridTemplateColumns: narrow ? 'minmax(0, 1fr)' : '340px minmax(0, 1fr)', alignItems: 'start' }}>
      <Card title={<h1 style={{ fontSize: 14, margin: 0 }}>个人信息</h1>}>
        <AvatarCrop name={me.nickName} avatar={me.avatar} onSaved={again} />
        <Descriptions
          column={1}
          size="small"
          items={[
            { key: 'name', label: '登录账号', children: <span className="code">{me.userName}</span> },
            { key: 'phone', label: '手机号码', children: me.phonenumber || '—' },
            { key: 'email', label: '邮箱', children: me.email || '—' },
            { key: 'dept', label: '所属部门', children: [me.dept?.deptName, postGroup].filter(Boolean).join(' · ') || '—' },
            { key: 'roles', label: '所属角色', children: roleGroup || '—' },
            { key: 'created', label: '创建时间', children: me.createTime },
          ]}
        />
      </Card>
      <Card styles={{ body: { paddingTop: 4 } }}>
        <Tabs
          defaultActiveKey={asked.get('tab') ?? 'facts'}
          items={[
            { key: 'facts', label: '基本资料', children: <ProfileForm me={me} onSaved={again} /> },
            { key: 'password', label: '修改密码', children: <PasswordForm /> },
            { key: 'security', label: '登录安全', children: <SecurityPart /> },
            { key: 'sessions', label: '登录设备', children: <ProfileSessions /> },
          ]}
        />
      </Card>
    </div>
  );
}
