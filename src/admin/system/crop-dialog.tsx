import { useEffect, useState } from 'react';
import { Alert, App, Button, Flex, Modal, Slider } from 'antd';
import RotateRightOutlined from '@ant-design/icons/RotateRightOutlined';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { saveAvatar } from '../../../contract/identity/profile.ts';
import { call } from '../../api/call.ts';
import { updatePerson } from '../../session/update-person.ts';
import { errorMessage } from '../ui/error-message.ts';
import { placeOf } from './crop-place.ts';
import './avatar-crop.css';

/** Side of the uploaded picture in px. */
const SIZE = 256;
const MOST_ZOOM = 4;
/** Px that one press of an arrow key moves the picture. */
const KEY_STEP = 8;

/** Draws the cropped area as a square PNG. */
async function croppedPicture(file: File, area: Area, turns: number): Promise<Blob | null> {
  const picture = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  const { scale, x, y } = placeOf(picture, area, SIZE, turns);
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, SIZE, SIZE);
  pen.translate(x, y);
  pen.rotate((turns * Math.PI) / 2);
  pen.scale(scale, scale);
  pen.drawImage(picture, -picture.width / 2, -picture.height / 2);
  picture.close();
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

export function CropDialog({ file, onClose, onSaved }: { file: File; onClose: () => void; onSaved: () => void }) {
  const { message } = App.useApp();
  const [address] = useState(() => URL.createObjectURL(file));
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  // The cropper measures its container once, which is smaller while the dialog opens.
  const [opened, setOpened] = useState(false);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [turns, setTurns] = useState(0);
  const [area, setArea] = useState<Area | null>(null);
  /** Null until the browser has tried to read the file. */
  const [readable, setReadable] = useState<boolean | null>(null);
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);

  const send = async () => {
    if (!area) return;
    setBusy(true);
    try {
      const blob = await croppedPicture(file, area, turns);
      if (!blob) return;
      const body = new FormData();
      body.set('avatarfile', new File([blob], 'avatar.png', { type: 'image/png' }));
      const { imgUrl } = await call(saveAvatar, { body });
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
  return (
    <Modal
      open
      title="裁剪头像"
      okText="使用这张头像"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: !area || !readable }}
      onOk={() => void send()}
      onCancel={onClose}
      afterOpenChange={setOpened}
      width={360}
    >
      {wrong ? <Alert type="error" showIcon title={wrong} style={{ marginBottom: 12 }} /> : null}
      {readable === false ? null : (
        <>
          <div className="avatar-crop">
            {opened ? (
              <Cropper
                image={address}
                aspect={1}
                objectFit="cover"
                cropShape="round"
                showGrid={false}
                crop={crop}
                zoom={zoom}
                maxZoom={MOST_ZOOM}
                rotation={turns * 90}
                keyboardStep={KEY_STEP}
                onCropChange={setCrop}
                onZoomChange={setZoom}
                onMediaLoaded={() => setReadable(true)}
                onCropAreaChange={(_percent, pixels) => setArea(pixels)}
                cropperProps={{ role: 'application', 'aria-label': '头像预览：拖动或用方向键移动图片' }}
                mediaProps={{
                  onError() {
                    setReadable(false);
                    setWrong('图片无法读取，请换一张png、jpg或jpeg图片');
                  },
                }}
                disableAutomaticStylesInjection
              />
            ) : null}
          </div>
          <Flex align="center" gap={16} style={{ marginTop: 12 }}>
            <Slider style={{ flex: 1 }} ariaLabelForHandle="缩放" min={1} max={MOST_ZOOM} step={0.05} value={zoom} onChange={setZoom} />
            <Button icon={<RotateRightOutlined />} onClick={() => setTurns((turns + 1) % 4)}>
              旋转
            </Button>
          </Flex>
        </>
      )}
    </Modal>
  );
}
