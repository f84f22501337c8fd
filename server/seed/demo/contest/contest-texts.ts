/** A custom field of a contest; the entries take its values in turn. */
export interface DemoField {
  readonly label: string;
  readonly component: 'input' | 'select' | 'date';
  readonly required: boolean;
  readonly identifying: boolean;
  readonly most?: number;
  readonly options?: readonly string[];
  readonly values: readonly string[];
}

/** A contest of the demo. All texts are original. */
export interface DemoContest {
  readonly title: string;
  readonly theme: string;
  readonly organizer: string;
  readonly groups: readonly string[];
  readonly workKinds: readonly string[];
  readonly fileTypes: readonly string[];
  readonly intro: string;
  readonly rules: string;
  readonly awards: readonly { readonly name: string; readonly quota: number; readonly prizeFen: number; readonly note: string }[];
  /** Titles of the entries with a line about each. */
  readonly entries: readonly (readonly [title: string, intro: string])[];
  readonly fields?: readonly DemoField[];
}

const PRESS = '启明外语音像出版社';

export const RECITATION: DemoContest = {
  title: '第三届经典诵读大赛',
  theme: '开口成章：读给愿意听的人',
  organizer: PRESS,
  groups: ['学生组', '公开组'],
  workKinds: ['recitation'],
  fileTypes: ['mp3', 'm4a', 'wav', 'mp4', 'docx'],
  intro:
    '<p>选一段您愿意读给别人听的文字，录三分钟，原创优先。我们听停顿，听轻重，也听您为什么选它。</p><p>读得慢一点没有关系，读错了重来也没有关系。请在安静的地方录，让听的人只听见您。</p>',
  rules: '<p>每人最多三件，学生组限在校学生。请不要在录音里说出自己的姓名和学校。</p><p>所读文字须有出处或为原创；使用他人作品的，请先取得许可。</p>',
  awards: [
    { name: '金声奖', quota: 1, prizeFen: 1_000_000, note: '出版有声专辑' },
    { name: '清音奖', quota: 3, prizeFen: 500_000, note: '入选数字教材' },
    { name: '入围奖', quota: 6, prizeFen: 0, note: '颁发证书' },
  ],
  entries: [
    ['雨停以后', '写给在车站送我的外婆。'],
    ['码头上的算盘声', '祖父做过三十年账房，我读的是他教我的口诀。'],
    ['一封没有寄出的信', '信纸上的字比说出口的慢。'],
    ['夜班公交', '末班车司机的一段独白。'],
    ['给十年后的自己', '读给教室里最后一排的人。'],
    ['山里的邮局', '一间只有一个窗口的邮局。'],
    ['竹匾里的太阳', '晒谷场上的一个下午。'],
    ['听见水', '盲校的一堂语文课。'],
  ],
  fields: [
    { label: '文字出处', component: 'input', required: true, most: 60, identifying: false, values: ['原创', '祖父的账本', '一封旧信'] },
    { label: '朗读用语', component: 'select', required: true, options: ['普通话', '方言', '外语'], identifying: false, values: ['普通话', '方言'] },
    { label: '录制日期', component: 'date', required: false, identifying: false, values: ['2026-11-01'] },
    { label: '学校或单位', component: 'input', required: false, most: 60, identifying: true, values: ['启明外国语学校', '江城公交公司'] },
  ],
};

export const TRANSLATION: DemoContest = {
  title: '翻译新人奖',
  theme: '把别处的灯，译成这里的光',
  organizer: PRESS,
  groups: ['文学组', '通识组'],
  workKinds: ['translation'],
  fileTypes: ['docx', 'pdf', 'txt', 'png', 'wav'],
  intro:
    '<p>面向三十五岁以下、还没有出版过译著的译者。原文由主办方提供，文学组是一篇短篇小说，通识组是一篇科普随笔。</p><p>我们看准确，看中文，也看您在难处怎样选择。</p>',
  rules:
    '<p>译文须独立完成，可以附不超过五百字的译后记。译文和译后记里请不要出现姓名、学校和导师。</p><p>使用机器翻译作为初稿的，请在译后记里说明改动的办法。</p>',
  awards: [
    { name: '新人奖', quota: 1, prizeFen: 800_000, note: '签约一部译著' },
    { name: '提名奖', quota: 2, prizeFen: 300_000, note: '' },
  ],
  entries: [
    ['渡船夫的耳朵', '原文的长句译成了短句，节奏放在渡船的来回里。'],
    ['灯塔与鲸', '保留了水手的俚语，用沿海方言里相近的说法。'],
    ['会说话的井', '童话的口吻，尽量不用成语。'],
    ['第七个抽屉', '叙述者不可靠，译文留住了含混的地方。'],
    ['菌丝之路', '科普随笔，术语第一次出现时加注。'],
    ['慢光', '讲望远镜的一篇随笔，比喻照原样译出。'],
    ['盐的地图', '地名统一按译名表，另附一页说明。'],
    ['窗台上的风', '诗意的散文，断句参照原文的呼吸。'],
    ['冬天的钟表匠', '动词译得具体，少用“进行”。'],
    ['鸟类学家的早晨', '拉丁学名保留，俗名放在前面。'],
    ['借来的海', '对话多，称呼按人物关系调整。'],
    ['石头的年龄', '数字与单位全部核对过。'],
    ['面包房的三个夜晚', '食物名称用读者熟悉的说法。'],
    ['潮汐表', '意识流的段落没有加标点。'],
  ],
  fields: [
    {
      label: '译自语种',
      component: 'select',
      required: true,
      options: ['英语', '法语', '日语', '西班牙语'],
      identifying: false,
      values: ['英语', '法语', '日语'],
    },
    { label: '出生日期', component: 'date', required: true, identifying: true, values: ['1998-05-04', '2001-10-12'] },
  ],
};

export const COVER: DemoContest = {
  title: '封面设计征集',
  theme: '为一本等着封面的书',
  organizer: PRESS,
  groups: ['公开组'],
  workKinds: ['design'],
  fileTypes: ['png', 'jpg', 'pdf', 'docx'],
  intro: '<p>为《桥上的灯》再版设计封面。书里有一座桥、三代守桥人和一盏不灭的灯，您只能选一样放在封面上。</p>',
  rules: '<p>每人最多两件，附一页设计说明。图上请不要署名。使用的字体和图片须有授权。</p>',
  awards: [
    { name: '采用奖', quota: 1, prizeFen: 600_000, note: '用于再版' },
    { name: '优秀奖', quota: 2, prizeFen: 150_000, note: '' },
  ],
  entries: [
    ['只画影子', '桥和灯都不出现，只有水里的影子。'],
    ['一笔到岸', '桥是书名里的一横。'],
    ['守桥人的手', '三只年纪不同的手。'],
    ['雾', '灯是封面上唯一的镂空。'],
    ['账本', '把封面做成守桥人的记事本。'],
    ['两岸', '封面与封底合起来才是一座桥。'],
    ['夜的颜色', '九种黑。'],
    ['潮位线', '一条随印次升高的水位线。'],
    ['火柴', '书脊是火柴盒的磷面。'],
  ],
};

export const ESSAY: DemoContest = {
  title: '我与一本书征文大赛',
  theme: '一本书在一个人手里的一生',
  organizer: PRESS,
  groups: ['公开组'],
  workKinds: ['text'],
  fileTypes: ['docx', 'txt'],
  intro: '<p>写一本书怎样到了您手里，又怎样离开。不写读后感，写书和人的来往。</p>',
  rules: '<p>三千字以内，原创首发。评审匿名进行，文中请用第一人称，不写真实姓名。</p>',
  awards: [
    { name: '一等奖', quota: 1, prizeFen: 500_000, note: '' },
    { name: '二等奖', quota: 2, prizeFen: 200_000, note: '' },
  ],
  entries: [
    ['缺页的字典', '字典缺的那一页，正好是我要查的字。'],
    ['借书证上的名字', '第一个借阅者后来成了我的岳父。'],
    ['旧书摊的雨', '摊主让我把书抱在怀里走。'],
    ['抄来的半本', '没钱买，就抄；抄到一半，书没了。'],
    ['船上的图书馆', '一只木箱，跟着船走了四十个码头。'],
    ['读给弟弟听', '他听得懂的地方和我不一样。'],
    ['书脊朝里', '奶奶不识字，却把书摆得最齐。'],
    ['第二次印刷', '书里那个错字，是我寄信去改的。'],
    ['还书', '隔了二十六年的一次还书。'],
  ],
};

/** Paragraphs of the demo works; each work takes some of them after its own first line. */
export const PARAGRAPHS = [
  '天亮以前，河面上先有声音，后有光。撑船的人不点灯，他说灯会把水照浅。',
  '那间屋子没有窗，墙上却有一道窗的印子。搬走的人把窗也带走了，只留下风。',
  '她把每一件东西都叫出名字：这是碗，这是刀，这是去年的雨水。名字叫完，天就黑了。',
  '路到这里断了。断的地方长着一棵树，树上挂着一块牌子，写着“请绕行”，却没有写往哪里绕。',
  '我数过，从站台到出口一共三百二十步。送人的时候走得慢，要多出四十步来。',
  '老人说，桥不是用来过河的，是用来让两边的人知道对面还有人。',
  '钟停在四点十分。没有人去拨它，因为谁也说不准那是早晨还是下午。',
  '雪落在没有写完的字上，像是替他写完了。',
  '孩子问海有多深，父亲说，深到你喊一声，要等到长大才听见回音。',
  '信封是旧的，邮票是新的。寄信的人大概也是这样，把新的日子贴在旧的日子上面。',
  '他在账本最后一页写道：今日无事，灯油够用三天。那以后再没有人记账，灯却一直亮着。',
  '我终于明白，慢不是迟，慢是把每一步都走完。',
] as const;

export const COMMENTS = [
  '取材小而具体，情绪克制，结尾收得干净；中段的两处转折可以再自然一些。',
  '语言有自己的节奏，细节可信；个别比喻用得偏满，删去反而更有力。',
  '结构完整，层次清楚，看得出下过功夫；题目与正文的呼应还可以更紧。',
  '立意不错，但前半部分铺陈过长，重点出现得晚，建议压缩开头。',
  '完成度高，处理难处的办法聪明；术语与专名前后统一，校对认真。',
  '有新意，也有生涩的地方；作者知道自己在写什么，这一点最可贵。',
] as const;
