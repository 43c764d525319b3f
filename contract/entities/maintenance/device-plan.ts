import { entity } from '../../kit/entity/entity.ts'
import { cycleFields } from '../../kit/fields/cycle.ts'
import { choice, choices, date, decimal, flag, integer, link, text } from '../../kit/fields/field.ts'
import { importantClasses } from '../asset/device/class-choices.ts'
import { meterKinds, planBases } from './meters/meter-math.ts'

const subject = { zh: '保养对象', en: 'Devices' }
const schedule = { zh: '周期', en: 'Schedule' }
const people = { zh: '执行', en: 'Work' }
const ofMeter = { group: schedule, when: { field: 'planBasis', is: ['meter', 'either'] } } as const
const ofRule = { group: subject, when: { field: 'planSubject', is: ['rule'] } } as const

/** The months of a year as choices. */
const months = Object.fromEntries(
  ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'].map(
    (en, at) => [String(at + 1), { zh: `${at + 1} 月`, en }],
  ),
)

/** The engineers to whom maintenance may be given. */
export const maintainersUrl = '/eam/eventtypemaintain/engineers'

/** How often a device, or every device that meets conditions, is maintained, and by whom. */
export const devicePlan = entity('devicePlan', {
  zh: '保养计划',
  en: 'Maintenance plan',
  many: 'Maintenance plans',
  module: 'maintenance',
  path: '/eam/deviceplan',
  title: 'planName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'export'],
  names: { list: ['page', 'list'], detail: ['details', 'detail'], submit: ['submits', 'submit'], remove: ['removes', 'remove'] },
  softDelete: true,
  scope: { through: 'device' },
  retired: { when: { isInactive: ['1'] } },
  columns: ['planName', 'planSubject', 'device', 'planBasis', 'planCycle', 'countedFrom', 'assignee', 'isInactive'],
  fields: {
    planName: text({ zh: '名称', en: 'Name', required: true, list: true, search: 'pinyin', max: 100 }),
    planSubject: choice({
      zh: '计划对象',
      en: 'Applies to',
      required: true,
      list: true,
      initial: 'device',
      of: { device: { zh: '单台设备', en: 'One device' }, rule: { zh: '符合条件的设备', en: 'Devices that match' } },
      group: subject,
    }),
    device: link({
      zh: '设备',
      en: 'Device',
      to: 'device',
      list: true,
      goesWith: true,
      group: subject,
      when: { field: 'planSubject', is: ['device'] },
    }),
    classify: link({ zh: '医疗器械分类', en: 'Device class', to: 'deviceClass', list: true, ...ofRule }),
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept', list: true, ...ofRule }),
    location: link({ zh: '存放位置', en: 'Location', to: 'location', ...ofRule }),
    importantClassification: choice({
      zh: '重点分类',
      en: 'Priority class',
      of: importantClasses,
      ...ofRule,
    }),
    planBasis: choice({ zh: '到期方式', en: 'Due by', required: true, list: true, initial: 'date', of: planBases, group: schedule }),
    ...cycleFields('planCycle', { zh: '保养周期', en: 'Maintenance cycle', list: true, group: schedule }),
    meterKind: choice({ zh: '计数内容', en: 'Counts', of: meterKinds, ...ofMeter }),
    meterEvery: integer({ zh: '每隔（计数）', en: 'Every (count)', min: 1, max: 1_000_000, ...ofMeter }),
    meterLead: integer({ zh: '提前派单（计数）', en: 'Lead (count)', min: 0, max: 100_000, ...ofMeter }),
    countedFrom: choice({
      zh: '下次日期推算',
      en: 'Next date counts from',
      required: true,
      list: true,
      initial: 'planned',
      of: { planned: { zh: '按计划日期', en: 'Planned date' }, completed: { zh: '按完成日期', en: 'Completion date' } },
      group: schedule,
    }),
    firstDue: date({ zh: '首次日期', en: 'First due', group: schedule }),
    spreads: flag({ zh: '错开首次日期', en: 'Spread first dates', group: schedule }),
    season: choices({ zh: '保养月份', en: 'Months due', of: months, group: schedule }),
    movesRest: flag({ zh: '避开休息日', en: 'Avoid rest days', group: schedule }),
    leadDays: integer({ zh: '提前派单（天）', en: 'Lead days', min: 0, max: 90, group: schedule }),
    assignee: link({ zh: '执行人', en: 'Assignee', to: 'user', list: true, options: maintainersUrl, group: people }),
    team: link({ zh: '维修班组', en: 'Service team', to: 'serviceTeam', group: people }),
    provider: link({ zh: '维保服务商', en: 'Service provider', to: 'supplier', group: people }),
    hoursExpected: decimal({ zh: '预计工时', en: 'Expected hours', scale: 2, min: 0, max: 1000, group: people }),
    needsAcceptance: flag({ zh: '需科室验收', en: 'Department signs off', group: people }),
    template: link({ zh: '检查表模板', en: 'Checklist template', to: 'checklistTemplate', group: people }),
    isInactive: flag({ zh: '停用', en: 'Inactive', list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
