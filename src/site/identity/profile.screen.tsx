import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio/react';
import { getProfile } from '../../../contract/identity/profile.ts';
import { queryOf } from '../../api/query-client.ts';
import { SecurityPart } from '../../account-security/security-part.tsx';
import { session } from '../../session/session.store.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed } from '../frame/state.tsx';
import { ApplyPart } from './apply-part.tsx';
import { AvatarChoice } from './avatar-choice.tsx';
import { LinkedLoginsPart } from './linked-logins-part.tsx';
import { useLogOut } from './log-out.ts';
import { OwnDataPart } from './own-data-part.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { RealNamePart } from './real-name-part.tsx';
import './profile.css';

const question = queryOf(getProfile, {});

export function ProfileScreen() {
  const { factorDue } = useSnapshot(session);
  const { data, error, refetch } = useQuery({ ...question, enabled: !factorDue });
  const leave = useLogOut();
  return (
    <div className="profile">
      <NavBar title="我的资料" otherwise="/personalCenter/default" />
      {factorDue ? (
        <SecurityPart />
      ) : data ? (
        <>
          <AvatarChoice user={data.data} />
          <ProfileForm key={data.data.userId} user={data.data} />
          <ApplyPart />
          <RealNamePart />
          <PasswordForm />
          <SecurityPart />
          <LinkedLoginsPart />
          <OwnDataPart />
          <section className="profile-part">
            <button type="button" className="button button-seal button-tall button-wide" onClick={leave}>
              退出登录
            </button>
          </section>
        </>
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <div className="profile-part" aria-busy="true">
          {[1, 2, 3, 4, 5].map((n) => (
            <Skeleton key={n} height={40} top={16} />
          ))}
        </div>
      )}
    </div>
  );
}
