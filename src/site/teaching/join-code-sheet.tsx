import { useEffect, useState } from 'react';
import { toDataURL } from 'qrcode';
import type { ClassDetail } from '../../../contract/teaching/course-class.ts';
import { Sheet } from '../frame/sheet.tsx';
import { PLATFORM } from './teaching-queries.ts';

/** The code of a class for a projector: large, and as a QR code that opens the join sheet. */
export function JoinCodeSheet({ group, close }: { group: ClassDetail; close: () => void }) {
  const [image, setImage] = useState('');
  const { joinCode, className } = group;
  useEffect(
    () => void toDataURL(`${location.origin}${PLATFORM}?join=1&code=${joinCode}`, { margin: 4, scale: 8, errorCorrectionLevel: 'M' }).then(setImage),
    [joinCode],
  );
  return (
    <Sheet title={`加入“${className}”`} close={close}>
      <figure className="teach-qr">
        {image ? <img src={image} alt={`加入“${className}”的二维码`} width={260} height={260} /> : <span className="teach-qr-blank" />}
        <figcaption>
          <b className="teach-code">{joinCode}</b>
          <span className="meta">用手机扫一扫，登录后就能加入；或在教学平台点“加入班级”，输入班级码。</span>
        </figcaption>
      </figure>
    </Sheet>
  );
}
