import { Input, type InputProps } from 'antd';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { inLatin } from '../../format/script.ts';

/** A name among words of the house, in the face of its own letters. */
export const Name = ({ children }: { children: string }) => <span {...inLatin(children)}>{children}</span>;

/** A title among words of the house, between title marks. */
export const TitleName = ({ children }: { children: string }) => <span {...inLatin(children)}>{inTitleMarks(children)}</span>;

/** The line a name is written in. */
export const NameInput = (props: InputProps) => <Input {...props} {...inLatin(String(props.value ?? ''))} />;
