import { userGroup, type GroupKey } from '../../../contract/structure/user-group.ts';
import { resource, type ResourceWords } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

type Words = Partial<ResourceWords<typeof userGroup>>;

const groupOf = (words: Words) =>
  resource(userGroup, {
    columns: ['nickName', 'userName', 'level', 'fields', 'certificateNo', 'maxConcurrent', 'joinedAt', 'status'],
    search: ['userName', 'status'],
    form: ['userId', 'level', 'certificateNo', 'maxConcurrent', 'fields', 'joinedAt', 'status', 'remark'],
    empty: '该组暂无成员',
    lost: () => '移出后，随组得到的角色一并收回；以后可以重新加入。',
    ...words,
  });

const editors = groupOf({});
const authors = groupOf({
  columns: ['nickName', 'userName', 'phonenumber', 'level', 'fields', 'joinedAt', 'loginDate', 'status'],
  form: ['userId', 'level', 'fields', 'joinedAt', 'status', 'remark'],
});
const regular = groupOf({
  columns: ['nickName', 'userName', 'phonenumber', 'joinedAt', 'loginDate', 'userStatus', 'status'],
  form: ['userId', 'joinedAt', 'status', 'remark'],
  lost: () => '只移出用户组，账号仍在；以后可以重新加入。',
});

const page = (groupKey: GroupKey, words: typeof editors) => () => <ResourcePage resource={words} fixed={{ groupKey }} given={{ groupKey }} />;

/** #66–69: user groups, the same list with another key. */
export const ChiefEditorPage = page('chiefeditor', editors);
export const EditReviewPage = page('editreview', editors);
export const AuthorGroupPage = page('author', authors);
export const RegularPage = page('regular', regular);
