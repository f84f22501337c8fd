import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { handOverClass, type ClassDetail } from '../../../contract/teaching/course-class.ts';
import { call } from '../../api/call.ts';
import { toast } from '../frame/dialogs.ts';
import { ReasonSheet } from './reason-sheet.tsx';
import { PLATFORM, refreshTeaching } from './teaching-queries.ts';

export function HandOverSheet({ group, close }: { group: ClassDetail; close: () => void }) {
  const navigate = useNavigate();
  const [userName, setUserName] = useState('');
  const send = async (reason: string) => {
    await call(handOverClass, { params: { classId: group.classId }, body: { userName, reason } });
    await refreshTeaching();
    void toast('已移交');
    void navigate(PLATFORM, { replace: true });
  };
  return (
    <ReasonSheet title="移交" note={`课程《${group.courseName}》和它的所有班级交给另一位老师，您不再能管理。`} send={send} close={close}>
      <label>
        接手老师的用户名
        <input value={userName} required maxLength={30} autoComplete="off" onChange={(event) => setUserName(event.target.value)} />
      </label>
    </ReasonSheet>
  );
}
