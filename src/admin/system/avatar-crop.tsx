import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { Alert, App, Avatar, Button, Modal, Slider, Space } from 'antd';
import RotateRightOutlined from '@ant-design/icons/RotateRightOutlined';
import { MB, UPLOAD } from '../../../contract/limits.ts';
import { saveAvatar } from '../../../contract/identity/profile.ts';
import { call } from '../../api/call.ts';
import { updatePerson } from '../../session/update-person.ts';
import { avatarUrl } from '../ui/avatar-url.ts';
import { errorMessage } from '../ui/error-message.ts';
import { placeOf } from './crop-place.ts';

/** Px on the screen; also the size of the uploaded picture. */
const SIZE = 256;

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
      <Avatar size={96} {...(avatar ? { src: avatarUrl(avatar) } : {})} alt={`${name}的头像`}>
        {name.slice(0, 1)}
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

function CropDialog({ file, onClose, onSaved }: { file: File; onClose: () => void; onSaved: () => void }) {
  const { message } = App.useApp();
  const canvas = useRef<HTMLCanvasElement>(null);
  const grip = useRef<{ x: number; y: number } | null>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [zoom, setZoom] = useState(1);
  const [turns, setTurns] = useState(0);
  const [shift, setShift] = useState({ x: 0, y: 0 });
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    createImageBitmap(file).then(setPicture, () => setWrong('图片无法读取，请换一张png、jpg或jpeg图片'));
  }, [file]);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen || !picture) return;
    const place = placeOf(picture, SIZE, zoom, turns, shift);
    pen.resetTransform();
    pen.fillStyle = '#ffffff';
    pen.fillRect(0, 0, SIZE, SIZE);
    pen.translate(SIZE / 2 + place.x, SIZE / 2 + place.y);
    pen.rotate((turns * Math.PI) / 2);
    pen.drawImage(picture, -place.width / 2, -place.height / 2, place.width, place.height);
  }, [picture, zoom, turns, shift]);

  const move = (by: { x: number; y: number }) => {
    if (!picture) return;
    const { x, y } = placeOf(picture, SIZE, zoom, turns, { x: shift.x + by.x, y: shift.y + by.y });
    setShift({ x, y });
  };
  const drag = (event: PointerEvent) => {
    if (!grip.current) return;
    move({ x: event.clientX - grip.current.x, y: event.clientY - grip.current.y });
    grip.current = { x: event.clientX, y: event.clientY };
  };
  const send = async () => {
    const blob = await new Promise<Blob | null>((done) => canvas.current?.toBlob(done, 'image/png'));
    if (!blob) return;
    setBusy(true);
    try {
      const body = new FormData();
      body.set('avatarfile', new File([blob], 'avatar.png', { type: 'image/png' }));
      const { imgUrl } = await call(saveAvatar, { body } as never);
      updatePerson({ avatar: imgUrl });
      void message.success('头像已更换');
      onSaved();
      onClose();
    } catch (error) {
      setWrong(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const STEP = 8;
  const KEYS: Readonly<Record<string, { x: number; y: number }>> = {
    ArrowLeft: { x: -STEP, y: 0 },
    ArrowRight: { x: STEP, y: 0 },
    ArrowUp: { x: 0, y: -STEP },
    ArrowDown: { x: 0, y: STEP },
  };
  return (
    <Modal
      open
      title="裁剪头像"
      okText="使用这张头像"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: !picture }}
      onOk={() => void send()}
      onCancel={onClose}
      width={360}
    >
      {wrong ? <Alert type="error" showIcon title={wrong} style={{ marginBottom: 12 }} /> : null}
      <canvas
        ref={canvas}
        width={SIZE}
        height={SIZE}
        tabIndex={0}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture that is moved in its frame is no img
        role="img"
        aria-label="头像预览：拖动或用方向键移动图片"
        style={{ display: 'block', margin: '0 auto', borderRadius: 8, cursor: 'move', touchAction: 'none', maxWidth: '100%' }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          grip.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => (grip.current = null)}
        onKeyDown={(event) => {
          const by = KEYS[event.key];
          if (by) {
            event.preventDefault();
            move(by);
          }
        }}
      />
      <Space style={{ width: '100%', marginTop: 12 }} styles={{ item: { flex: 1 } }}>
        <Slider ariaLabelForHandle="缩放" min={1} max={4} step={0.05} value={zoom} onChange={setZoom} />
        <Button icon={<RotateRightOutlined />} onClick={() => setTurns((turns + 1) % 4)}>
          旋转
        </Button>
      </Space>
    </Modal>
  );
}
