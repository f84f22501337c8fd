import { Fragment } from 'react';
import './unbroken.css';

/** Places where a line may break: between the parts of an issue, and between the facts of a list. */
const ENDS = /(?<=年|卷)(?=第)|(?<= · )/;

/** A text whose labels keep their numbers: 第6卷, 第 3 期, ¥ 2.5 万 and 12月16日 never break inside. */
export const Unbroken = ({ text }: { text: string }) => (
  <>
    {text.split(ENDS).map((part, at) => (
      <Fragment key={`${at} ${part}`}>
        {at > 0 ? <wbr /> : null}
        <span className="unbroken">{part}</span>
      </Fragment>
    ))}
  </>
);
