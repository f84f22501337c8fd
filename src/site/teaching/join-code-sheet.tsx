import type { ClassDetail } from '../../../contract/teaching/course-class.ts';
import { PayCode } from '../commerce/pay-code.tsx';
import { Sheet } from '../frame/sheet.tsx';
import { PLATFORM } from './teaching-queries.ts';

/** The code of a class for a projector: large, and as a QR code that opens the join sheet. */
export function JoinCodeSheet({ group: { joinCode, className }, close }: { group: ClassDetail; close: () => void }) {
  return (
    <Sheet title={`加入“${className}”`} close={close}>
      <div className="teach-qr">
        <PayCode
          text={`${location.origin}${PLATFORM}?join=1&code=${joinCode}`}
          alt={`加入“${className}”的二维码`}
          label="用手机扫一扫，登录后就能加入；或在教学平台点“加入班级”，输入班级码。"
        />
        <b className="teach-code">{joinCode}</b>
      </div>
    </Sheet>
  );
}
