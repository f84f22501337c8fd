import { Input, type InputProps } from 'antd';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { inLatin } from '../../format/script.ts';

/** A name inside other text, in the font of its script. */
export const Name = ({ children }: { children: string }) => <span {...inLatin(children)}>{children}</span>;

/** A title inside other text, in title marks. */
export const TitleName = ({ children }: { children: string }) => <span {...inLatin(children)}>{inTitleMarks(children)}</span>;

/** Input for a name. */
export const NameInput = (props: InputProps) => <Input {...props} {...inLatin(String(props.value ?? ''))} />;
