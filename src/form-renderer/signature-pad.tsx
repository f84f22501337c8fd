import { useEffect, useRef, useState } from 'react';

const WIDTH = 480;
const HEIGHT = 160;

/** A canvas on which a person signs with a finger, a pen or the mouse. `onDone` gets a PNG file. */
export function SignaturePad({ label, disabled, onDone }: { label: string; disabled: boolean; onDone: (file: File) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef(false);
  const [drawn, setDrawn] = useState(false);

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.lineWidth = 2.5;
    context.lineCap = 'round';
    context.strokeStyle = '#1f2329';
  }, []);

  const point = (event: React.PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * WIDTH, ((event.clientY - box.top) / box.height) * HEIGHT];
  };
  const clear = () => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, WIDTH, HEIGHT);
    setDrawn(false);
  };
  const finish = () => {
    canvas.current?.toBlob((blob) => {
      if (blob) onDone(new File([blob], '签名.png', { type: 'image/png' }));
    }, 'image/png');
  };
  return (
    <div className="form-signature">
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        aria-label={`${label}：在这里签名`}
        onPointerDown={(event) => {
          if (disabled) return;
          event.currentTarget.setPointerCapture?.(event.pointerId);
          drawing.current = true;
          const context = event.currentTarget.getContext('2d');
          context?.beginPath();
          context?.moveTo(...point(event));
        }}
        onPointerMove={(event) => {
          if (!drawing.current) return;
          const context = event.currentTarget.getContext('2d');
          context?.lineTo(...point(event));
          context?.stroke();
          setDrawn(true);
        }}
        onPointerUp={() => {
          drawing.current = false;
        }}
      />
      <div className="form-signature-bar">
        <button type="button" disabled={disabled || !drawn} onClick={clear}>
          清除
        </button>
        <button type="button" disabled={disabled || !drawn} onClick={finish}>
          使用这个签名
        </button>
      </div>
    </div>
  );
}
