import { Card } from 'antd';
import { Link } from 'react-router-dom';

interface Chapter {
  readonly title: string;
  readonly lines: readonly React.ReactNode[];
}

const CHAPTERS: readonly Chapter[] = [
  {
    title: '找到一页',
    lines: [
      <>
        按 <kbd>/</kbd> 打开搜索，输入菜单名称或路径，用 <kbd>↑</kbd> <kbd>↓</kbd> 选择，回车打开。
      </>,
      '左侧菜单只显示您有权使用的页面；缺少某一页时，请联系系统管理员为您的角色分配菜单。',
      '布局设置里可以打开顶部导航，一级菜单横排在上方，左侧只留下一级的页面。',
    ],
  },
  {
    title: '标签页',
    lines: [
      '打开过的页面各有一个标签；切换标签时，已填的内容、筛选和翻页都留着。',
      <>
        在标签上点右键，或按 <kbd>Shift</kbd>+<kbd>F10</kbd>，可以刷新、关闭当前、关闭左侧、关闭右侧、关闭其他、全部关闭；按 <kbd>Delete</kbd>{' '}
        关闭当前标签。
      </>,
      '重新载入浏览器后标签会清空，已保存的数据不受影响。',
      '登录过期时会提示重新登录；登录后回到原来的页面。',
    ],
  },
  {
    title: '列表',
    lines: [
      '查询条件、排序、页码、每页条数、隐藏的列和行高都写在地址里：重新载入、后退都回到同一个列表；把地址发给同事，他看到同样的列表（各人只看到自己有权看的数据）。',
      '常用的列表可以用「视图」保存下来：起个名字，以后一点就回到它；设为默认的视图在打开列表时先用。视图只有您自己看得到，换一台电脑登录也在。',
      '手机上点卡片左边的方框选择几条，批量操作在屏幕下沿。',
    ],
  },
  {
    title: '界面',
    lines: [
      '头像菜单 → 布局设置：深色界面、主题色、侧栏、标签页、固定顶栏；保存后留在这台设备上，重置恢复默认。',
      '顶栏的字号按钮调整控件大小，共四档。',
    ],
  },
];

/** Answers to the questions of a new colleague. */
export function HelpPage() {
  return (
    <>
      <h1 className="admin-h1">使用帮助</h1>
      <div className="help-chapters">
        {CHAPTERS.map(({ title, lines }) => (
          <Card key={title} title={<h2 className="admin-h2">{title}</h2>}>
            <ul>
              {lines.map((line, index) => (
                <li key={index}>{line}</li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
      <p className="soft">
        要对接程序，请看<Link to="/admin/interface">接口说明</Link>。
      </p>
    </>
  );
}
