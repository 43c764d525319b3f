import { type Answers, one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { tenantField } from '../../kit/fields/tenant-field.ts'

/** What the boards are called that show calls of several families. */
export const boardTitles = {
  asset: { zh: '资产看板', en: 'Asset board' },
  maintenance: { zh: '运维看板', en: 'Maintenance board' },
  monitor: { zh: '监控看板', en: 'Monitoring board' },
  energy: { zh: '能耗看板', en: 'Energy board' },
} as const

const values = out.map(out.nullable(out.either(out.number, out.text)))
const filter = out.map(out.text)
/** A measure in one grouping as its own call answers it; null where the hospital hides what it looks at. */
const measured = out.nullable({
  group: out.text,
  split: out.nullable(out.text),
  filter,
  values,
  rows: out.list({ key: out.nullable(out.text), name: out.nullable(out.text), filter, values }),
})
const orderRow = {
  id: out.text,
  deviceName: out.nullable(out.text),
  useDeptName: out.nullable(out.text),
  urgency: out.text,
  repairStatus: out.text,
  reportedAt: out.nullable(out.text),
} as const
const cardRow = {
  id: out.text,
  deviceName: out.text,
  deviceCode: out.nullable(out.text),
  useDeptName: out.nullable(out.text),
  warrantyEnd: out.text,
} as const
/** A running check: cards on its book and those counted. What was found is told when it ends. */
const checkRow = { id: out.text, checkTitle: out.text, endDate: out.nullable(out.text), book: out.number, counted: out.number } as const

const board = {
  module: 'insight',
  method: 'GET',
  may: 'board.list',
  reads: ['device', 'repairOrder', 'checkTask', 'checkLine', 'checkScan', 'dept'],
  tells: true,
  input: { tenantId: tenantField },
} as const
const oldest = out.nullable({ filter, total: out.number, records: out.list(orderRow) })

/** The figures of the device board. `oldest`: open repairs; `warranties`: those ending within 90 days. */
export const deviceBoard = call('board.device', {
  ...board,
  zh: '设备看板',
  en: 'Device board',
  path: '/data-view/service-dashboard',
  answers: one({
    states: measured,
    depts: measured,
    months: measured,
    open: measured,
    oldest,
    checks: out.list(checkRow),
    warranties: out.nullable({ filter, total: out.number, records: out.list(cardRow) }),
  }) satisfies Answers,
})
/** The figures of the department board. `repairs`: by department since 90 days ago; `open`: those not yet done. */
export const deptBoard = call('board.dept', {
  ...board,
  zh: '科室看板',
  en: 'Department board',
  path: '/data-view/dept-data',
  answers: one({
    depts: measured,
    repairs: measured,
    open: measured,
    months: measured,
    oldest,
    checks: out.list(checkRow),
  }) satisfies Answers,
})
