import { useEffect, useState } from 'react';
import { toDataURL } from 'qrcode';

/** A QR code that another phone reads. White with a margin, also on a dark page: scanners need both. */
export function PayCode({ text, label, alt = '付款二维码' }: { text: string; label: string; alt?: string }) {
  const [image, setImage] = useState('');
  useEffect(() => void toDataURL(text, { margin: 4, scale: 8, errorCorrectionLevel: 'M' }).then(setImage), [text]);
  return (
    <figure className="pay-code">
      {image ? <img src={image} alt={alt} width={220} height={220} /> : <span className="pay-code-blank" />}
      <figcaption className="meta">{label}</figcaption>
    </figure>
  );
}
