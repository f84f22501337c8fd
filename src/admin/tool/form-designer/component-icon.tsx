import { createElement, type ComponentType } from 'react';
import AlignLeftOutlined from '@ant-design/icons/AlignLeftOutlined';
import ApartmentOutlined from '@ant-design/icons/ApartmentOutlined';
import AppstoreOutlined from '@ant-design/icons/AppstoreOutlined';
import BgColorsOutlined from '@ant-design/icons/BgColorsOutlined';
import BorderOutlined from '@ant-design/icons/BorderOutlined';
import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import CheckSquareOutlined from '@ant-design/icons/CheckSquareOutlined';
import DownSquareOutlined from '@ant-design/icons/DownSquareOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import FieldNumberOutlined from '@ant-design/icons/FieldNumberOutlined';
import FieldTimeOutlined from '@ant-design/icons/FieldTimeOutlined';
import FileTextOutlined from '@ant-design/icons/FileTextOutlined';
import FontColorsOutlined from '@ant-design/icons/FontColorsOutlined';
import HighlightOutlined from '@ant-design/icons/HighlightOutlined';
import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import LayoutOutlined from '@ant-design/icons/LayoutOutlined';
import LineOutlined from '@ant-design/icons/LineOutlined';
import LockOutlined from '@ant-design/icons/LockOutlined';
import ScheduleOutlined from '@ant-design/icons/ScheduleOutlined';
import SlidersOutlined from '@ant-design/icons/SlidersOutlined';
import StarOutlined from '@ant-design/icons/StarOutlined';
import SwapOutlined from '@ant-design/icons/SwapOutlined';
import TableOutlined from '@ant-design/icons/TableOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';

interface Hidden {
  'aria-hidden'?: boolean;
}

const ICONS: Readonly<Record<string, ComponentType<Hidden>>> = {
  input: EditOutlined,
  textarea: AlignLeftOutlined,
  password: LockOutlined,
  number: FieldNumberOutlined,
  'rich-text': FontColorsOutlined,
  select: DownSquareOutlined,
  cascader: ApartmentOutlined,
  radio: CheckCircleOutlined,
  checkbox: CheckSquareOutlined,
  switch: SwapOutlined,
  slider: SlidersOutlined,
  time: FieldTimeOutlined,
  'time-range': HistoryOutlined,
  date: CalendarOutlined,
  'date-range': ScheduleOutlined,
  rate: StarOutlined,
  color: BgColorsOutlined,
  upload: UploadOutlined,
  row: LayoutOutlined,
  button: BorderOutlined,
  table: TableOutlined,
  repeat: UnorderedListOutlined,
  text: FileTextOutlined,
  divider: LineOutlined,
  signature: HighlightOutlined,
};

export const ComponentIcon = ({ name }: { name: string }) => createElement(ICONS[name] ?? AppstoreOutlined, { 'aria-hidden': true });
