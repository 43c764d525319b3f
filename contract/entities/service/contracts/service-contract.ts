import { entity } from '../../../kit/entity/entity.ts'
import { choice, date, decimal, ids, integer, link, money, numbering, text, time } from '../../../kit/fields/field.ts'
import { contractKinds, contractStates } from './contract-states.ts'

const promise = { zh: '服务承诺', en: 'Promised service' }
const price = { zh: '合同', en: 'Contract' }
const course = { zh: '进展', en: 'Course' }

/** What a provider does for devices over a period, and for what price. */
export const serviceContract = entity('serviceContract', {
  zh: '维保合同',
  en: 'Service contract',
  many: 'Service contracts',
  module: 'service',
  path: '/eam/service-contract',
  title: 'contractNo',
  called: ['contractName', 'supplier'],
  table: 'tenant',
  peek: true,
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export', 'template'],
  scope: { dept: 'dept' },
  columns: ['contractNo', 'contractState', 'contractName', 'supplier', 'contractKind', 'validUntil', 'deviceCount'],
  sort: { by: 'createTime', descending: true },
  editable: { contractState: ['draft'] },
  removable: { contractState: ['draft'] },
  lines: [
    {
      zh: '保障设备',
      en: 'Covered devices',
      entity: 'contractDevice',
      by: 'contract',
      as: 'devices',
      order: 'place',
      max: 1000,
      once: ['device'],
      totals: { deviceCount: [] },
      hint: {
        zh: '也可保存后用“按范围添加设备”一次选入',
        en: 'After saving, “Add devices” chooses many at once',
      },
    },
    {
      zh: '合同付款',
      en: 'Contract instalments',
      entity: 'contractInstalment',
      by: 'contract',
      as: 'instalments',
      order: 'place',
      max: 36,
      totals: { instalmentCount: [], instalmentTotal: ['amount'] },
      hint: {
        zh: '填写比例时按合同金额算出应付金额；各期合计不得超过合同金额',
        en: 'A share gives the amount due of the price; together they cannot exceed it',
      },
    },
  ],
  fields: {
    contractNo: numbering({ zh: '合同号', en: 'Contract no.', list: true, search: true, unique: true, rule: 'WB-{yyyy}-000000' }),
    contractState: choice({ zh: '状态', en: 'Status', required: true, readOnly: true, list: true, initial: 'draft', of: contractStates }),
    contractName: text({ zh: '合同名称', en: 'Contract name', required: true, list: true, search: 'pinyin', max: 120 }),
    supplier: link({ zh: '维保服务商', en: 'Service provider', to: 'supplier', required: true, list: true }),
    contractKind: choice({ zh: '保障方式', en: 'Type of cover', required: true, list: true, initial: 'full', of: contractKinds }),
    validFrom: date({ zh: '开始日期', en: 'Start date', required: true, list: true }),
    validUntil: date({ zh: '截止日', en: 'Last day', required: true, list: true }),
    dept: link({ zh: '归口科室', en: 'Managing department', to: 'dept' }),
    responseHours: decimal({
      zh: '响应时限（小时）',
      en: 'Response within (h)',
      list: true,
      scale: 1,
      min: 0.1,
      max: 1000,
      group: promise,
    }),
    arrivalHours: decimal({ zh: '到场时限（小时）', en: 'On site within (h)', scale: 1, min: 0.1, max: 1000, group: promise }),
    uptimePromise: decimal({ zh: '承诺开机率（%）', en: 'Promised uptime (%)', scale: 2, min: 0, max: 100, group: promise }),
    visitsAYear: integer({ zh: '每年上门次数', en: 'Visits a year', min: 0, max: 366, group: promise }),
    contact: text({ zh: '报修联系人', en: 'Service contact', max: 45, group: promise }),
    contactPhone: text({ zh: '报修电话', en: 'Service phone', max: 20, group: promise }),
    price: money({ zh: '合同金额', en: 'Contract price', required: true, list: true, min: 0, group: price }),
    paymentTerms: text({ zh: '付款条件', en: 'Payment terms', multiline: true, max: 500, group: price }),
    files: ids({ zh: '合同附件', en: 'Contract files', to: 'file', max: 20, group: price }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
    deviceCount: integer({ zh: '设备数', en: 'Devices', readOnly: true, list: true }),
    instalmentCount: integer({ zh: '付款期数', en: 'Instalments', readOnly: true }),
    instalmentTotal: money({ zh: '付款合计', en: 'Instalment total', readOnly: true }),
    renews: link({ zh: '续签自', en: 'Renewal of', to: 'serviceContract', readOnly: true, group: course }),
    signedBy: link({ zh: '生效办理人', en: 'Put in force by', to: 'user', readOnly: true, group: course }),
    signedAt: time({ zh: '生效时间', en: 'In force since', readOnly: true, group: course }),
    endedOn: date({ zh: '终止日期', en: 'Terminated on', readOnly: true, group: course }),
    endReason: text({ zh: '合同终止原因', en: 'Reason for termination', readOnly: true, max: 500, group: course }),
  },
})
