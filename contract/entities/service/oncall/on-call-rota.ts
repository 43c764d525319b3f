import { entity } from '../../../kit/entity/entity.ts'
import { flag, ids, integer, link, text } from '../../../kit/fields/field.ts'
import { callable } from './on-call-people.ts'

/** Who is called about urgent reports outside working hours: first who is on call, then the backup, then the leader. */
export const onCallRota = entity('onCallRota', {
  zh: '值班表',
  en: 'On-call rota',
  many: 'On-call rotas',
  module: 'service',
  path: '/eam/on-call-rota',
  title: 'rotaName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'export'],
  softDelete: true,
  retired: { when: { isInactive: ['1'] } },
  columns: ['rotaName', 'leader', 'escalateMinutes', 'isInactive'],
  emptyAdvice: {
    zh: '没有值班表时，下班后的紧急报修与上班时一样通知',
    en: 'Without a rota, urgent reports outside working hours are told as within them',
  },
  fields: {
    rotaName: text({ zh: '值班表名称', en: 'Rota name', required: true, unique: true, list: true, search: 'pinyin', max: 60 }),
    /** With the departments below them; empty: all that no other rota serves. */
    depts: ids({ zh: '服务科室（不填为全院）', en: 'Departments served (empty: all)', to: 'dept', inTree: true, max: 200 }),
    escalateMinutes: integer({ zh: '未受理升级时限（分钟）', en: 'Escalate after (min)', required: true, list: true, min: 1, max: 1440 }),
    leader: link({ zh: '值班负责人', en: 'On-call leader', required: true, list: true, ...callable }),
    isInactive: flag({ zh: '停用', en: 'Inactive', list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
