import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { choice, link, text, time } from '../../kit/fields/field.ts'

/** The fields of a card that a provider may propose to change. */
export const proposable = {
  deviceModel: { zh: '规格型号', en: 'Model', max: 120 },
  deviceSpecs: { zh: '规格', en: 'Specification', max: 200 },
  brand: { zh: '品牌', en: 'Brand', max: 80 },
  sn: { zh: '出厂编号', en: 'Serial number', max: 80 },
  registrationNo: { zh: '注册证号', en: 'Registration number', max: 80 },
} as const
export type Proposable = keyof typeof proposable

const words = Object.fromEntries(Object.entries(proposable).map(([name, { zh, en }]) => [name, { zh, en }])) as Readonly<
  Record<Proposable, { readonly zh: string; readonly en: string }>
>

/** One change of a device card that a provider proposes; nothing on the card changes before the hospital takes it. */
export const cardProposal = entity('cardProposal', {
  zh: '设备卡修改建议',
  en: 'Card change proposal',
  many: 'Card change proposals',
  module: 'service',
  path: '/eam/device/sps-proposal',
  title: 'proposedValue',
  called: ['device', 'fieldName'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'device' },
  columns: ['device', 'proposalState', 'fieldName', 'currentValue', 'proposedValue'],
  sort: { by: 'createTime', descending: true },
  emptyAdvice: { zh: '服务商在共享工单中提出的修改显示在这里', en: 'Changes that providers propose on shared orders appear here' },
  fields: {
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, readOnly: true, list: true }),
    fieldName: choice({ zh: '字段', en: 'Field', required: true, readOnly: true, list: true, of: words }),
    currentValue: text({ zh: '现值', en: 'Current value', readOnly: true, list: true, max: 200 }),
    proposedValue: text({ zh: '建议值', en: 'Proposed value', required: true, readOnly: true, list: true, search: true, max: 200 }),
    proposalState: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'pending',
      of: {
        pending: { zh: '待确认', en: 'Open', tone: 'warn' },
        taken: { zh: '已采纳', en: 'Accepted', tone: 'good' },
        refused: { zh: '已拒绝', en: 'Refused', tone: 'plain' },
      },
    }),
    reason: text({ zh: '说明', en: 'Note', readOnly: true, multiline: true, max: 200 }),
    provider: link({ zh: '服务商', en: 'Service provider', to: 'supplier', readOnly: true, list: true, goesWith: true }),
    proposedBy: text({ zh: '提出人', en: 'Proposed by', readOnly: true, max: 120 }),
    serviceOrder: link({ zh: '共享工单', en: 'Shared order', to: 'serviceOrder', readOnly: true, goesWith: true }),
    proposedAt: time({ zh: '提出时间', en: 'Proposed', readOnly: true, list: true }),
  },
})

/** The hospital decides field by field; a proposal that is taken writes the card. */
export const proposalFlow = machine(cardProposal, 'proposalState', {
  take: { from: ['pending'], to: 'taken', zh: '采纳', en: 'Accept', may: 'cardProposal.decide', many: true, input: {} },
  refuse: { from: ['pending'], to: 'refused', zh: '拒绝', en: 'Refuse', may: 'cardProposal.decide', many: true, input: {} },
})
