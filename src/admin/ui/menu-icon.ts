import ApartmentOutlined from '@ant-design/icons/ApartmentOutlined';
import ApiOutlined from '@ant-design/icons/ApiOutlined';
import AppstoreOutlined from '@ant-design/icons/AppstoreOutlined';
import AuditOutlined from '@ant-design/icons/AuditOutlined';
import BookOutlined from '@ant-design/icons/BookOutlined';
import BuildOutlined from '@ant-design/icons/BuildOutlined';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import CodeOutlined from '@ant-design/icons/CodeOutlined';
import DashboardOutlined from '@ant-design/icons/DashboardOutlined';
import DatabaseOutlined from '@ant-design/icons/DatabaseOutlined';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import FileTextOutlined from '@ant-design/icons/FileTextOutlined';
import FolderOutlined from '@ant-design/icons/FolderOutlined';
import GlobalOutlined from '@ant-design/icons/GlobalOutlined';
import HomeOutlined from '@ant-design/icons/HomeOutlined';
import IdcardOutlined from '@ant-design/icons/IdcardOutlined';
import LinkOutlined from '@ant-design/icons/LinkOutlined';
import MessageOutlined from '@ant-design/icons/MessageOutlined';
import PayCircleOutlined from '@ant-design/icons/PayCircleOutlined';
import PictureOutlined from '@ant-design/icons/PictureOutlined';
import PieChartOutlined from '@ant-design/icons/PieChartOutlined';
import ReadOutlined from '@ant-design/icons/ReadOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import SolutionOutlined from '@ant-design/icons/SolutionOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import ToolOutlined from '@ant-design/icons/ToolOutlined';
import TrophyOutlined from '@ant-design/icons/TrophyOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import VideoCameraOutlined from '@ant-design/icons/VideoCameraOutlined';
import { createElement, type ComponentType, type ReactElement } from 'react';

interface Hidden {
  'aria-hidden'?: boolean;
}

/** Icon names that a menu row may have, including those of compatible systems, and the icon for each. */
const DRAWN: readonly (readonly [ComponentType<Hidden>, string])[] = [
  [HomeOutlined, 'home index dashboard-home'],
  [SolutionOutlined, 'press solution process workflow skill'],
  [FileTextOutlined, 'file-text archive documentation form log logininfor email'],
  [BookOutlined, 'book publication education'],
  [ReadOutlined, 'read journal'],
  [VideoCameraOutlined, 'video audio media'],
  [TrophyOutlined, 'trophy contest star'],
  [PictureOutlined, 'picture content banner component'],
  [PayCircleOutlined, 'pay money order shopping earnings'],
  [TeamOutlined, 'team structure peoples people author'],
  [ApartmentOutlined, 'apartment flow tree tree-table cascader'],
  [PieChartOutlined, 'pie-chart report chart'],
  [DeleteOutlined, 'delete recycle'],
  [SettingOutlined, 'setting system'],
  [DashboardOutlined, 'dashboard monitor'],
  [ToolOutlined, 'tool'],
  [UserOutlined, 'user account'],
  [IdcardOutlined, 'idcard post usermode'],
  [AppstoreOutlined, 'appstore dict list table theme program'],
  [BuildOutlined, 'build edit'],
  [CodeOutlined, 'code gen'],
  [ApiOutlined, 'api swagger'],
  [DatabaseOutlined, 'database druid redis redis-list cache'],
  [GlobalOutlined, 'global server online international area'],
  [ClockCircleOutlined, 'clock job time date'],
  [MessageOutlined, 'message notice feedback question'],
  [AuditOutlined, 'audit validCode task'],
  [LinkOutlined, 'link guide'],
];
/** One name for each icon, for selection. */
export const MENU_ICONS: readonly string[] = DRAWN.map(([, words]) => words.split(' ')[0] ?? '');
const BY_WORD = new Map(DRAWN.flatMap(([icon, words]) => words.split(' ').map((word) => [word, icon] as const)));

export const menuIcon = (name: string): ReactElement => createElement(BY_WORD.get(name) ?? FolderOutlined, { 'aria-hidden': true });
