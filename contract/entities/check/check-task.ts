import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { choice, choices, date, ids, integer, text, time } from '../../kit/fields/field.ts'
import { deviceStates } from '../asset/device/device-states.ts'

const scope = { zh: '盘点范围', en: 'Scope' }

/** An inventory check. Its scope names what is counted; nothing named in one part means all of it. */
export const checkTask = entity('checkTask', {
  zh: '盘点任务',
  en: 'Inventory check',
  module: 'check',
  path: '/eam/check',
  title: 'checkTitle',
  table: 'tenant',
  softDelete: true,
  scope: { members: { entity: 'checkMember', by: 'check' } },
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  names: { detail: ['details', 'detail'] },
  lines: [
    {
      zh: '盘点人员',
      en: 'Counters',
      entity: 'checkMember',
      by: 'check',
      as: 'members',
      once: ['user'],
      hint: { zh: '只有盘点人员可以在手机上盘点', en: 'Only these people can count on their phones' },
    },
    { entity: 'checkDept', by: 'check', as: 'depts', readOnly: true },
  ],
  editable: { checkStatus: ['draft'] },
  removable: { checkStatus: ['draft'] },
  offline: {
    keep: 'read',
    scope: { by: 'task', field: 'id' },
    states: { checkStatus: ['open'] },
    offlineFields: ['checkTitle', 'checkStatus', 'mode', 'beginDate', 'endDate', 'remark'],
  },
  fields: {
    checkTitle: text({ zh: '任务名称', en: 'Title', required: true, list: true, search: 'pinyin', max: 100 }),
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
    mode: choice({
      zh: '盘点方式',
      en: 'Mode',
      required: true,
      list: true,
      initial: 'open',
      of: {
        open: { zh: '明盘（可见待盘清单）', en: 'Open (remaining devices are listed)' },
        blind: { zh: '盲盘（只扫不看清单）', en: 'Blind (counters see only what they scan)' },
      },
    }),
    beginDate: date({ zh: '开始日期', en: 'Begins', required: true, list: true }),
    endDate: date({ zh: '截止日期', en: 'Ends', list: true }),
    scopeDepts: ids({ zh: '科室（含下级）', en: 'Departments (and below)', to: 'dept', past: true, group: scope, max: 500 }),
    scopeLocations: ids({ zh: '位置（含下级）', en: 'Locations (and below)', to: 'location', past: true, group: scope, max: 500 }),
    scopeCategories: ids({
      zh: '资产分类（含下级）',
      en: 'Asset categories (and below)',
      to: 'assetsCategory',
      past: true,
      group: scope,
      max: 500,
      fold: true,
    }),
    scopeStates: choices({ zh: '设备状态', en: 'Device status', group: scope, of: deviceStates, fold: true }),
    startedAt: time({ zh: '启动时间', en: 'Started', readOnly: true }),
    closedAt: time({ zh: '结束时间', en: 'Closed', readOnly: true }),
    lineCount: integer({ zh: '账面数', en: 'Recorded', readOnly: true, list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500, fold: true }),
  },
})

export const checkFlow = machine(checkTask, 'checkStatus', {
  start: { from: ['draft'], to: 'open', zh: '开始盘点', en: 'Start check', may: 'checkTask.submit', confirm: true, input: {} },
  close: { from: ['open'], to: 'closed', zh: '结束盘点', en: 'Close check', may: 'checkTask.submit', confirm: true, input: {} },
})
