import { post } from '../../../contract/system/post.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const posts = resource(post, {
  columns: ['postCode', 'postName', 'postSort', 'status', 'remark', 'createTime'],
  search: ['postCode', 'postName', 'status'],
  form: ['postName', 'postCode', 'postSort', 'status', 'remark'],
  empty: '暂无岗位',
  lost: () => '移入回收站，30 天内可以恢复。',
});

/** #95: posts of employees. */
export const PostPage = () => <ResourcePage resource={posts} />;
