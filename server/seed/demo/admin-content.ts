import { DAY_MS } from '../../../contract/clock.ts';
import type { Tx } from '../../db/database.ts';

/** Readers' questions and feedback. */
export async function addAdminContent(tx: Tx, now: number): Promise<void> {
  const base = { createBy: 'opsadmin', createTime: now, updateTime: now };
  await tx
    .insertInto('problem')
    .values(PROBLEMS.map(([category, question, answer], index) => ({ category, question, answer: `<p>${answer}</p>`, orderNum: index + 1, ...base })))
    .execute();
  const readers = await tx
    .selectFrom('user')
    .select(['id', 'userName'])
    .where('userName', 'like', 'reader%')
    .orderBy('id')
    .limit(FEEDBACK.length)
    .execute();
  await tx
    .insertInto('feedback')
    .values(
      FEEDBACK.map(([type, content, status, reply = ''], index) => {
        const at = now - (FEEDBACK.length - index) * DAY_MS;
        const who = readers[index];
        return {
          userId: who?.id ?? null,
          type,
          content,
          status,
          createBy: who?.userName ?? '访客',
          createTime: at,
          updateTime: at,
          reply,
          replyBy: reply ? '林运营' : '',
          replyTime: reply ? at + DAY_MS / 2 : null,
        };
      }),
    )
    .execute();
}

const PROBLEMS: readonly (readonly [category: string, question: string, answer: string])[] = [
  [
    '账号',
    '忘记密码怎么办？',
    '确认过邮箱的，在登录页点“忘记密码”，我们把设置新密码的链接发到邮箱。没有邮箱的，请联系工作人员，核对身份后会给您一个一次性密码，登录后请马上修改。',
  ],
  ['账号', '怎样修改手机号码和邮箱？', '登录后进入“我的”，在个人资料里修改并保存即可。'],
  ['账号', '账号被锁定了怎么办？', '连续输错五次密码会锁定十分钟，到时间会自动解除；急用可以联系工作人员。'],
  ['账号', '怎样成为作者？', '在个人中心提交作者申请并上传作品样章，审核通过后就可以投稿。'],
  ['投稿', '投稿需要准备什么？', '请准备完整书稿或样章、内容简介和作者简介，格式为 doc 或 docx。'],
  ['投稿', '多久能知道审稿结果？', '一般在三十个工作日内答复，每一步都可以在投稿记录里看到。'],
  ['投稿', '退修后怎样重新提交？', '在投稿记录里打开稿件，上传修改稿并说明改动，再点提交。'],
  ['阅读', '没有网络能读书吗？', '可以。先在有网络时把书下载到书架，之后没有网络也能读，进度会在联网后合并。'],
  ['阅读', '换了手机，读到哪里还在吗？', '在。登录同一个账号，打开书时会问您是否跳到上次读到的地方。'],
  ['阅读', '字太小怎么办？', '阅读时点屏幕中间，选“外观”，可以调字号、行距和背景。'],
  ['阅读', '免费章节读完后怎样继续？', '付费作品可以先试读，购买后整本打开；试读的进度会保留。'],
  ['支付', '可以开发票吗？', '可以。在订单里申请，填写抬头和税号，一般三个工作日内开出电子发票。'],
  ['支付', '买错了能退吗？', '购买后七天内、阅读不超过试读部分的，可以在订单里申请退款。'],
  ['其他', '怎样联系出版社？', '“关于我们”页有电话和地址，也可以在那里提交意见反馈。'],
];

const FEEDBACK: readonly (readonly [type: string, content: string, status: string, reply?: string])[] = [
  ['content', '《桥上的灯》第三章第二段“已经”写成了“己经”。', 'replied', '谢谢您，已经请编辑核对，下一次更新会改正。'],
  ['suggest', '希望书架能按最近读过的排序。', 'replied', '书架现在已经按最近阅读排在前面，请更新后再看看。'],
  ['bug', '平板横过来以后目录挡住了正文。', 'handling'],
  ['content', '目录里第五章和第六章的标题好像对调了。', 'handling'],
  ['suggest', '能不能加一个夜间自动切换深色的选项？', 'new'],
  ['bug', '下载到一半断网，再连上以后从头开始了。', 'new'],
  ['complaint', '同一条通知一天收到了三次，太频繁了。', 'closed', '已经查明是重复发送，问题已修好，给您添麻烦了。'],
  ['other', '学校想批量购买教材，请问找谁？', 'replied', '已请院校合作的同事与您联系，请留意电话。'],
  ['suggest', '希望长按词语可以查词典。', 'new'],
  ['bug', '朗读到脚注的地方会停下来。', 'closed', '已收到相同的反馈并在处理，这一条不再单独跟进。'],
];
