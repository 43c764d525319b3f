import { entity } from '../../../kit/entity/entity.ts'
import { choices, flag, ids, link, text } from '../../../kit/fields/field.ts'

/** The kinds of work that a team does. */
export const teamWorks = {
  repair: { zh: '维修', en: 'Repair' },
  maintenance: { zh: '保养', en: 'Maintenance' },
  inspection: { zh: '巡检', en: 'Inspection' },
  quality: { zh: '质控', en: 'Quality control' },
  metrology: { zh: '计量', en: 'Metrology' },
} as const

/** People who take work together: what a team is given waits for each of its members until one of them takes it over. */
export const serviceTeam = entity('serviceTeam', {
  zh: '维修班组',
  en: 'Service team',
  many: 'Service teams',
  module: 'service',
  path: '/eam/service-team',
  title: 'teamName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'export'],
  softDelete: true,
  retired: { when: { isInactive: ['1'] } },
  // A team on a phone is one of the person's own.
  offline: { keep: 'read', scope: { by: 'people', field: 'members', group: 'team' }, offlineFields: ['teamName'] },
  columns: ['teamName', 'dept', 'leader', 'workKinds', 'isInactive'],
  fields: {
    teamName: text({ zh: '班组名称', en: 'Team name', required: true, unique: true, list: true, search: 'pinyin', max: 60 }),
    dept: link({ zh: '所属科室', en: 'Department', to: 'dept', list: true }),
    leader: link({ zh: '班组长', en: 'Team leader', to: 'user', list: true }),
    /** The leader is one of them. */
    members: ids({ zh: '班组成员', en: 'Team members', to: 'user', max: 50 }),
    workKinds: choices({ zh: '工作类别', en: 'Kinds of work', list: true, of: teamWorks }),
    isInactive: flag({ zh: '停用', en: 'Inactive', list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
