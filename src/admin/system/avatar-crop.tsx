import { useRef, useState } from 'react';
import { App, Avatar, Button } from 'antd';
import { MB, UPLOAD } from '../../../contract/limits.ts';
import { loadable } from '../../loading/loadable.ts';
import { initialOf } from '../../format/initial.ts';
import { groundOf } from '../ui/avatar-ground.ts';
import { avatarUrl } from '../ui/avatar-url.ts';

const CropDialog = loadable(async () => (await import('./crop-dialog.tsx')).CropDialog);

/** The user's picture, with a dialog to choose, move, turn and upload another one. */
export function AvatarCrop({ name, avatar, onSaved }: { name: string; avatar: string; onSaved: () => void }) {
  const { message } = App.useApp();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const choose = (chosen: File) => {
    const ending = chosen.name.split('.').at(-1)?.toLowerCase() ?? '';
    if (!(UPLOAD.images as readonly string[]).includes(ending))
      return void message.error(`文件格式不正确，请上传${UPLOAD.images.join('、')}图片格式文件!`);
    if (chosen.size > UPLOAD.bytes) return void message.error(`上传头像图片大小不能超过 ${UPLOAD.bytes / MB} MB!`);
    setFile(chosen);
  };
  return (
    <div style={{ display: 'grid', justifyItems: 'center', gap: 8, marginBottom: 12 }}>
      <Avatar size={96} style={{ background: groundOf(name), fontSize: 40 }} {...(avatar ? { src: avatarUrl(avatar) } : {})} alt={`${name}的头像`}>
        {initialOf(name)}
      </Avatar>
      <Button onClick={() => input.current?.click()}>更换头像</Button>
      <input
        ref={input}
        type="file"
        style={{ display: 'none' }}
        accept={UPLOAD.images.map((type) => `.${type}`).join()}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen) choose(chosen);
        }}
      />
      {file ? <CropDialog file={file} onClose={() => setFile(null)} onSaved={onSaved} /> : null}
    </div>
  );
}
