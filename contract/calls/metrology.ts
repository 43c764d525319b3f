import { measureCard } from '../entities/service/measure-card.ts'
import { measureFinding, measureRecord, measuring } from '../entities/service/measure-record.ts'
import { listOf, one, out, saved } from '../kit/answer.ts'
import { call } from '../kit/call.ts'
import { confirmedWarnings } from '../kit/confirm.ts'
import { ids, items, text } from '../kit/field.ts'
import { lists } from '../kit/list.ts'

const work = {
  area: 'service',
  method: 'POST',
  may: 'measureRecord.work',
  writes: true,
  changes: ['measureRecord', 'measureCard', 'device'],
} as const

const { certificate, ...plain } = measuring.steps.finish.input

/** Plans a record for each of these metrology cards that has none open. */
export const orderMeasures = call('measureCard.order', {
  ...work,
  may: 'measureRecord.submit',
  zh: '下达计量',
  en: 'Plan metrology',
  path: `${measureCard.path}/order`,
  answers: one({ made: out.number }),
  input: { ids: ids({ zh: '计量台账', en: 'Metrology cards', to: 'measureCard', required: true, max: 500 }) },
})

/** Enters a certificate from before, or of a device that was not planned. */
export const supplementMeasure = call('measureRecord.supplement', {
  ...work,
  zh: '补录计量记录',
  en: 'Enter a certificate',
  path: `${measureRecord.path}/supplement`,
  answers: one(saved),
  input: {
    device: measureRecord.fields.device,
    measureKind: measureRecord.fields.measureKind,
    body: measureRecord.fields.body,
    ...plain,
    certificate,
  },
})

/** Records what a batch brought back, each record with its own certificate; all or none. */
export const finishMeasures = call('measureRecord.finishMany', {
  ...work,
  zh: '批量登记结果',
  en: 'Record several results',
  path: `${measureRecord.path}/batchUpdateMeasure`,
  answers: listOf(saved),
  input: {
    measures: items({
      zh: '计量记录',
      en: 'Metrology records',
      required: true,
      max: 200,
      fields: { id: text({ zh: '编号', en: 'Id', required: true, max: 36 }), ...measureFinding },
    }),
    confirmed: confirmedWarnings,
  },
})

/** What decides until when a new certificate of a device is valid, so that a form shows it before it is saved. */
export const certificateTerms = call('measureRecord.terms', {
  area: 'service',
  method: 'GET',
  may: 'measureRecord.work',
  reads: ['measureCard', 'measureRecord', 'device'],
  zh: '证书有效期的依据',
  en: 'Terms of a certificate',
  path: `${measureRecord.path}/terms`,
  answers: one({
    measureCycle: out.nullable(out.number),
    measureCycleUnit: out.nullable(out.text),
    firstOnly: out.boolean,
    certificateEnd: out.text,
    measuredDays: out.list(out.text),
  }),
  input: { device: measureRecord.fields.device },
})

/** Records as reports ask for them. */
export const measureLists = lists(measureRecord, {
  finished: {
    kind: 'page',
    zh: '已完成的计量',
    en: 'Finished metrology',
    path: '/sps/hospital/work-order-measure/measure-record',
    where: { recordStatus: 'done' },
    given: { device: 'device', dept: 'useDept' },
  },
})
