import { choice, decimal, text } from '../../kit/fields/field.ts'

/** What a control, a point or an inspection found. */
export const qualityResults = {
  passed: { zh: '合格', en: 'Passed', tone: 'good' },
  failed: { zh: '不合格', en: 'Failed', tone: 'bad' },
} as const
export type QualityResult = keyof typeof qualityResults

/** From the first values to the judged control. */
export const qualityStates = {
  draft: { zh: '草稿', en: 'Draft', tone: 'plain' },
  finished: { zh: '已完成', en: 'Finished', tone: 'good' },
  voided: { zh: '已作废', en: 'Voided', tone: 'plain' },
} as const

/** The maximum number of points of a template. */
export const mostPoints = 100

/** What is measured at a point and how far it may be off, in a template and on a control. */
export const pointFacts = {
  pointCode: text({ zh: '测量点编号', en: 'Point code', max: 20 }),
  quantity: text({ zh: '测量项目', en: 'Quantity measured', required: true, max: 100 }),
  unit: text({ zh: '计量单位', en: 'Unit of measurement', max: 20 }),
  setValue: decimal({ zh: '设定值', en: 'Set value', scale: 4 }),
  toleranceAbs: decimal({ zh: '允许误差', en: 'Tolerance', scale: 4, min: 0 }),
  tolerancePercent: decimal({ zh: '允许误差（%）', en: 'Tolerance (%)', scale: 4, min: 0, max: 1000 }),
  lowerLimit: decimal({ zh: '下限', en: 'Lower limit', scale: 4 }),
  upperLimit: decimal({ zh: '上限', en: 'Upper limit', scale: 4 }),
  testerKind: text({ zh: '所需测试仪', en: 'Tester needed', max: 60 }),
} as const

/** The names of these facts. */
export const pointNames = Object.keys(pointFacts) as readonly (keyof typeof pointFacts)[]

export const verdict = choice({ zh: '判定', en: 'Verdict', readOnly: true, of: qualityResults })
