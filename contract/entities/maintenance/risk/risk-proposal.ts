import { entity } from '../../../kit/entity/entity.ts'
import { cycleFields } from '../../../kit/fields/cycle.ts'
import { choice, integer, link, text } from '../../../kit/fields/field.ts'
import { proposalKinds, proposalReasons } from './score.ts'
import { standingPoints } from './standing-points.ts'

const points = { zh: '风险得分', en: 'Risk points' }
const history = { zh: '近 12 个月', en: 'Last 12 months' }
const readOnly = { readOnly: true } as const

/** A cycle that the program writes. */
function readCycle<const N extends string>(name: N, facts: { readonly zh: string; readonly en: string }) {
  const fields = cycleFields(name, { ...facts, list: true })
  const [count, unit] = [
    { ...fields[name], ...readOnly },
    { ...fields[`${name}Unit`], ...readOnly },
  ]
  return { [name]: count, [`${name}Unit`]: unit } as { readonly [K in N]: typeof count } & { readonly [K in `${N}Unit`]: typeof unit }
}

export const proposalStates = {
  open: { zh: '待决定', en: 'To decide', tone: 'warn' },
  accepted: { zh: '已采纳', en: 'Accepted', tone: 'good' },
  refused: { zh: '已拒绝', en: 'Refused', tone: 'plain' },
} as const

/** A device whose plan differs from what its score proposes, and what was decided. */
export const riskProposal = entity('riskProposal', {
  zh: '保养建议',
  en: 'Maintenance proposal',
  many: 'Maintenance proposals',
  module: 'maintenance',
  path: '/eam/risk-proposal',
  title: 'proposalTitle',
  called: ['device', 'proposalKind'],
  table: 'tenant',
  large: true,
  verbs: ['list', 'detail', 'export'],
  softDelete: true,
  scope: { through: 'device' },
  columns: [
    'proposalTitle',
    'proposalState',
    'proposalKind',
    'presentCycle',
    'proposedCycle',
    'points',
    'pointsText',
    'intervalFrom',
    'reason',
  ],
  sort: { by: 'points', descending: true },
  emptyAdvice: {
    zh: '设备分类有风险评分后，每晚或手动重新计算产生',
    en: 'Made every night, or on request, from the risk scores of classes',
  },
  fields: {
    proposalTitle: text({ zh: '建议设备', en: 'Proposed device', list: true, search: 'pinyin', max: 140, composed: ['device'] }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, readOnly: true, goesWith: true }),
    classify: link({ zh: '医疗器械分类', en: 'Device class', to: 'deviceClass', readOnly: true, list: true, goesWith: true }),
    proposalState: choice({ zh: '状态', en: 'Status', required: true, readOnly: true, list: true, initial: 'open', of: proposalStates }),
    proposalKind: choice({ zh: '计划建议', en: 'Proposal', required: true, readOnly: true, list: true, of: proposalKinds }),
    ...readCycle('presentCycle', { zh: '现行周期', en: 'Present interval' }),
    ...readCycle('proposedCycle', { zh: '建议周期', en: 'Proposed interval' }),
    intervalFrom: choice({ zh: '周期依据', en: 'Interval set by', required: true, readOnly: true, list: true, of: proposalReasons }),
    points: integer({ zh: '总分', en: 'Points', required: true, readOnly: true, list: true, group: points }),
    /** The four kinds of points as people write them: `10 + 5 + 5 + 0`. */
    pointsText: text({ zh: '得分构成', en: 'Points in detail', readOnly: true, list: true, max: 40, group: points }),
    functionPoints: { ...standingPoints.functionPoints, ...readOnly, list: false, group: points },
    riskPoints: { ...standingPoints.riskPoints, ...readOnly, list: false, group: points },
    maintenancePoints: { ...standingPoints.maintenancePoints, ...readOnly, list: false, group: points },
    incidentPoints: integer({ zh: '历史分', en: 'History points', required: true, readOnly: true, group: points }),
    failures: integer({ zh: '故障次数', en: 'Failures', required: true, readOnly: true, min: 0, group: history }),
    adverseEvents: integer({ zh: '不良事件数', en: 'Adverse events', required: true, readOnly: true, min: 0, group: history }),
    /** The plan that the proposal is about; after it was accepted the plan that holds. */
    plan: link({ zh: '保养计划', en: 'Maintenance plan', to: 'devicePlan', readOnly: true, list: true, goesWith: true }),
    reason: text({ zh: '拒绝原因', en: 'Refused because', readOnly: true, list: true, max: 200 }),
  },
})
