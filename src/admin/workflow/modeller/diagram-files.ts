import { saveAs } from '../../../api/receive-file.ts';

const SCALE = 2;

/** Draws an SVG as a PNG at twice its size, on white. */
async function pngOf(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width * SCALE;
    canvas.height = image.height * SCALE;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('这个浏览器不能生成图片，请改用 SVG');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('图片生成失败，请改用 SVG'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Saves a diagram as a BPMN file, a picture with lines, or a picture with pixels. */
export async function saveDiagram(
  kind: 'bpmn' | 'svg' | 'png',
  name: string,
  diagram: { xml(): Promise<string>; svg(): Promise<string> },
): Promise<void> {
  if (kind === 'bpmn') saveAs(new Blob([await diagram.xml()], { type: 'application/xml' }), `${name}.bpmn`);
  else if (kind === 'svg') saveAs(new Blob([await diagram.svg()], { type: 'image/svg+xml' }), `${name}.svg`);
  else saveAs(await pngOf(await diagram.svg()), `${name}.png`);
}
