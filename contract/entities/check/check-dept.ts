import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { choice, integer, link, text, time } from '../../kit/fields/field.ts'

const reason = text({ zh: '原因', en: 'Reason', required: true, multiline: true, max: 500 })

/** The part of a check that one department answers for: counted, submitted, then posted to the register or kept aside. */
export const checkDept = entity('checkDept', {
  zh: '盘点科室',
  en: 'Check department',
  module: 'check',
  path: '/eam/check-dept',
  title: 'deptTitle',
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'check' },
  offline: {
    keep: 'write',
    scope: { by: 'task', field: 'check' },
    offlineFields: ['check', 'dept', 'deptTitle', 'deptStatus', 'round', 'bookCount'],
  },
  sort: { by: 'deptTitle' },
  fields: {
    check: link({ zh: '盘点任务', en: 'Check', to: 'checkTask', required: true, readOnly: true }),
    dept: link({ zh: '科室', en: 'Department', to: 'dept', readOnly: true }),
    deptTitle: text({ zh: '盘点科室', en: 'Check department', required: true, readOnly: true, list: true, search: true, max: 120 }),
    deptStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'counting',
      of: {
        counting: { zh: '盘点中', en: 'In progress', tone: 'busy' },
        submitted: { zh: '已提交', en: 'Submitted', tone: 'warn' },
        posted: { zh: '已入账', en: 'Posted', tone: 'good' },
        kept: { zh: '已存档（未入账）', en: 'Archived (not posted)', tone: 'plain' },
      },
    }),
    round: integer({ zh: '轮次', en: 'Round', required: true, readOnly: true, list: true, min: 1 }),
    roundAt: time({ zh: '本轮开始', en: 'Round began', readOnly: true }),
    bookCount: integer({ zh: '账面数', en: 'Recorded', required: true, readOnly: true, list: true, min: 0 }),
    submittedBy: link({ zh: '提交人', en: 'Submitted by', to: 'user', readOnly: true, list: true }),
    submittedAt: time({ zh: '提交时间', en: 'Submitted', readOnly: true, list: true }),
    postedAt: time({ zh: '入账时间', en: 'Posted', readOnly: true, list: true }),
  },
})

export const checkDeptFlow = machine(checkDept, 'deptStatus', {
  finish: {
    from: ['counting'],
    to: 'submitted',
    zh: '提交科室结果',
    en: 'Submit department',
    may: 'checkLine.scan',
    confirm: true,
    offline: true,
    input: {},
  },
  realSubmit: {
    from: ['counting', 'submitted'],
    to: 'posted',
    zh: '入账',
    en: 'Post to the register',
    may: 'checkTask.post',
    many: true,
    confirm: true,
    url: '/eam/check/real-submit',
    input: {},
  },
  noSyncSubmit: {
    from: ['counting', 'submitted'],
    to: 'kept',
    zh: '存档不入账',
    en: 'Archive without posting',
    may: 'checkTask.post',
    many: true,
    confirm: true,
    url: '/eam/check/no-sync-submit',
    input: {},
  },
  anewCheck: {
    from: ['submitted', 'posted', 'kept'],
    to: 'counting',
    zh: '重新盘点',
    en: 'Count again',
    may: 'checkTask.post',
    url: '/eam/check/anew-check',
    input: { reason },
  },
})
