import { useEffect, useState } from 'react';
import { toDataURL } from 'qrcode';

/** The QR code that the buyer's phone reads. White with a margin, also on a dark page: scanners need both. */
export function PayCode({ text, label }: { text: string; label: string }) {
  const [image, setImage] = useState('');
  useEffect(() => void toDataURL(text, { margin: 4, scale: 8, errorCorrectionLevel: 'M' }).then(setImage), [text]);
  return (
    <figure className="pay-code">
      {image ? <img src={image} alt="付款二维码" width={220} height={220} /> : <span className="pay-code-blank" />}
      <figcaption className="meta">{label}</figcaption>
    </figure>
  );
}
