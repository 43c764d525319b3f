import { metrologyCard } from '../../entities/service/metrology-card.ts'
import { metrologyTerms } from '../../entities/service/metrology-kinds.ts'
import { file, one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, integer, link } from '../../kit/fields/field.ts'

/** Lines of a plan or ledger on paper; the counts have all of them. */
export const mostOnPaper = 2000

const facts = { module: 'service', method: 'GET', reads: ['measureCard', 'device', 'dept'], timeoutS: 30 } as const
const filters = {
  dept: link({ zh: '使用科室', en: 'Department', to: 'dept' }),
  measureType: { ...metrologyTerms.measureType, list: false },
  measureKind: { ...metrologyTerms.measureKind, list: false },
} as const
const year = integer({ zh: '年份', en: 'Year', required: true, min: 2000, max: 2100 })
const format = choice({ zh: '格式', en: 'Format', of: { xlsx: { zh: 'XLSX', en: 'XLSX' }, csv: { zh: 'CSV', en: 'CSV' } } })

const instrument = {
  id: out.text,
  deviceName: out.nullable(out.text),
  deviceCode: out.nullable(out.text),
  deviceModel: out.nullable(out.text),
  sn: out.nullable(out.text),
  deptName: out.nullable(out.text),
  measureKind: out.nullable(out.text),
  measureType: out.nullable(out.text),
  /** The cycle in words. */
  cycle: out.nullable(out.text),
  body: out.nullable(out.text),
  measuredOn: out.nullable(out.text),
  certificateNo: out.nullable(out.text),
  lastResult: out.nullable(out.text),
  dueDate: out.nullable(out.text),
} as const

/**
 * Which instruments fall due in which month of a year, as far as the person sees their devices. One with a short cycle stands there each time it is expected
 * again; what is overdue stands on today, if today is in the year.
 */
export const metrologyPlan = call('measureCard.plan', {
  ...facts,
  zh: '年度计量计划',
  en: 'Yearly metrology plan',
  path: `${metrologyCard.path}/plan`,
  may: 'measureCard.list',
  input: { year, ...filters },
  answers: one({
    count: out.number,
    mandatory: out.number,
    overdue: out.number,
    months: out.list(out.object({ month: out.text, count: out.number, mandatory: out.number })),
    rows: out.list(out.object({ ...instrument, day: out.text, isOverdue: out.boolean, isExpected: out.boolean })),
  }),
})

/** The same as a sheet. */
export const metrologyPlanFile = call('measureCard.planFile', {
  ...facts,
  zh: '导出年度计量计划',
  en: 'Export yearly metrology plan',
  path: `${metrologyCard.path}/plan-export`,
  may: 'measureCard.export',
  input: { year, ...filters, format },
  answers: file,
})

/** The measuring instruments by department, with their cycle, last certificate and next day. */
export const metrologyLedger = call('measureCard.ledger', {
  ...facts,
  zh: '计量器具台账',
  en: 'Instrument ledger',
  path: `${metrologyCard.path}/ledger`,
  may: 'measureCard.list',
  input: filters,
  answers: one({
    count: out.number,
    mandatory: out.number,
    depts: out.list(out.object({ deptName: out.nullable(out.text), count: out.number, mandatory: out.number })),
    rows: out.list(out.object(instrument)),
  }),
})

/** The same as a sheet. */
export const metrologyLedgerFile = call('measureCard.ledgerFile', {
  ...facts,
  zh: '导出计量器具台账',
  en: 'Export instrument ledger',
  path: `${metrologyCard.path}/ledger-export`,
  may: 'measureCard.export',
  input: { ...filters, format },
  answers: file,
})
