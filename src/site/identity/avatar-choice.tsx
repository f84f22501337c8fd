import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { saveAvatar } from '../../../contract/identity/profile.ts';
import type { User } from '../../../contract/identity/session.ts';
import { UPLOAD } from '../../../contract/limits.ts';
import { call, CallError } from '../../api/call.ts';
import { toast } from '../frame/dialogs.ts';
import { Avatar } from '../frame/avatar.tsx';
import { profileChanged } from './profile-change.ts';

const MB = 1024 * 1024;

/** Returns why a picture cannot be used, as a message for the user; empty when it can. */
function errorOf(file: File): string {
  const ending = file.name.split('.').pop()?.toLowerCase() ?? '';
  if (!(UPLOAD.images as readonly string[]).includes(ending)) return `文件格式不正确，请上传${UPLOAD.images.join('、')}图片格式文件!`;
  return file.size > UPLOAD.bytes ? `上传头像图片大小不能超过 ${UPLOAD.bytes / MB} MB!` : '';
}

export function AvatarChoice({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState('');
  const save = useMutation({
    mutationFn: async (file: File) => {
      const rejection = errorOf(file);
      if (rejection) throw new CallError(400, rejection);
      const body = new FormData();
      body.set('avatarfile', file);
      return call(saveAvatar, { body });
    },
    onMutate: () => setWrong(''),
    onSuccess: ({ imgUrl }) => {
      profileChanged({ avatar: imgUrl });
      void toast('头像已更换');
    },
    onError: (error) => setWrong(error.message),
  });
  return (
    <section className="profile-avatar" aria-label="头像">
      <Avatar name={user.nickName || user.userName} picture={user.avatar} size={72} />
      <div>
        <button
          type="button"
          className="button button-line"
          aria-disabled={save.isPending}
          onClick={() => (save.isPending ? undefined : input.current?.click())}
        >
          {save.isPending ? '正在上传…' : '更换头像'}
        </button>
        <p className={wrong ? 'field-error' : 'meta'} role={wrong ? 'alert' : undefined}>
          {wrong || 'png、jpg、jpeg，不超过 5 MB'}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) save.mutate(file);
        }}
      />
    </section>
  );
}
