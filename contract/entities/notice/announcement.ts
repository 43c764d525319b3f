import { entity } from '../../kit/entity/entity.ts'
import { choice, dictionary, ids, text, time } from '../../kit/fields/field.ts'

/** What an administrator tells many people at once. Those it is for get it among their notices while its time lasts. */
export const announcement = entity('announcement', {
  zh: '通知公告',
  en: 'Announcement',
  module: 'notice',
  path: '/blade-desk/notice',
  title: 'title',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  softDelete: true,
  sort: { by: 'createTime', descending: true },
  others: {
    shows: { categoryName: { as: 'categoryValue' } },
    listed: ['content'],
    initial: { audience: { is: 'none' } },
    // The span that their list is searched by.
    passes: ['releaseTimeRange'],
  },
  fields: {
    title: text({ zh: '标题', en: 'Title', required: true, list: true, search: true, max: 200 }),
    category: dictionary({ zh: '通知类型', en: 'Announcement type', required: true, list: true, code: 'notice' }),
    content: text({ zh: '通知内容', en: 'Content', required: true, multiline: true, max: 5000 }),
    attachment: ids({ zh: '附件（PDF）', en: 'Attachment (PDF)', to: 'file', max: 1, types: ['pdf'] }),
    audience: choice({
      zh: '接收范围',
      en: 'Audience',
      required: true,
      list: true,
      initial: 'all',
      of: {
        all: { zh: '全体人员', en: 'Everybody' },
        depts: { zh: '指定科室及下级', en: 'Departments and those below' },
        roles: { zh: '指定角色', en: 'Roles' },
        persons: { zh: '指定人员', en: 'People' },
        none: { zh: '暂不发送', en: 'Not sent yet' },
      },
    }),
    depts: ids({ zh: '接收科室', en: 'Departments', to: 'dept', max: 200 }),
    roles: ids({ zh: '接收角色', en: 'Roles', to: 'role', max: 50 }),
    persons: ids({ zh: '接收人员', en: 'People', to: 'user', max: 500 }),
    releaseTime: time({ zh: '发布时间', en: 'From', list: true }),
    endTime: time({ zh: '截止时间', en: 'Until', list: true }),
    sentAt: time({ zh: '已发布', en: 'Sent', readOnly: true, list: true }),
  },
})
