import { entity } from '../../kit/entity.ts'
import { choice, date, text, time } from '../../kit/field.ts'
import { machine } from '../../kit/machine.ts'

export const checkTask = entity('checkTask', {
  zh: '盘点任务',
  en: 'Inventory check',
  area: 'check',
  path: '/eam/check',
  title: 'checkTitle',
  table: 'tenant',
  softDelete: true,
  scope: { members: { entity: 'checkMember', by: 'check' } },
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  names: { detail: ['details'] },
  lines: [
    { entity: 'checkLine', by: 'check', as: 'lines' },
    { entity: 'checkMember', by: 'check', as: 'members' },
  ],
  editable: { checkStatus: ['draft'] },
  removable: { checkStatus: ['draft'] },
  offline: { keep: 'read', scope: { by: 'task', field: 'id' }, slim: ['checkTitle', 'checkStatus', 'beginDate', 'endDate'] },
  fields: {
    checkTitle: text({ zh: '任务名称', en: 'Title', required: true, list: true, search: true, max: 100 }),
    checkStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'draft',
      of: {
        draft: { zh: '未开始', en: 'Not started', tone: 'plain' },
        open: { zh: '盘点中', en: 'In progress', tone: 'busy' },
        closed: { zh: '已结束', en: 'Closed', tone: 'good' },
      },
    }),
    beginDate: date({ zh: '开始日期', en: 'Begins', required: true, list: true }),
    endDate: date({ zh: '截止日期', en: 'Ends', list: true }),
    startedAt: time({ zh: '启动时间', en: 'Started', readOnly: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})

export const checkFlow = machine(checkTask, 'checkStatus', {
  start: { from: ['draft'], to: 'open', zh: '开始盘点', en: 'Start', may: 'checkTask.submit', input: {} },
  close: { from: ['open'], to: 'closed', zh: '结束盘点', en: 'Close', may: 'checkTask.submit', confirm: true, input: {} },
})
