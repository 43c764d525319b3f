import { metrologyCard } from '../../entities/service/metrology-card.ts'
import { measuring, metrologyFinding, metrologyRecord } from '../../entities/service/metrology-record.ts'
import { listOf, one, out, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { confirmedWarnings } from '../../kit/entity/confirm.ts'
import { lists } from '../../kit/entity/list.ts'
import { ids, integer, items, text } from '../../kit/fields/field.ts'

const work = {
  module: 'service',
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
  path: `${metrologyCard.path}/order`,
  answers: one({ made: out.number }),
  input: { ids: ids({ zh: '计量台账', en: 'Metrology cards', to: 'measureCard', required: true, max: 500 }) },
})

/** How many compulsory devices were never verified, and who has confirmed that list when; from then on such devices are stopped. */
export const openingState = call('measureCard.openingState', {
  zh: '强检设备未检定清单',
  en: 'Mandatory devices not verified',
  module: 'service',
  method: 'GET',
  path: `${metrologyCard.path}/opening`,
  may: 'measureCard.list',
  answers: one({
    count: out.number,
    confirmedAt: out.nullable(out.text),
    confirmedByName: out.nullable(out.text),
    deviceCount: out.nullable(out.number),
  }),
  input: {},
})

/** Confirms that list once, with the count that the person saw: compulsory devices that were never verified are stopped from now on. */
export const confirmOpening = call('measureCard.confirmOpening', {
  ...work,
  may: 'measureCard.confirmOpening',
  zh: '确认强检清单',
  en: 'Confirm the list',
  path: `${metrologyCard.path}/confirm-opening`,
  answers: one({ count: out.number }),
  input: { count: integer({ zh: '未检定台数', en: 'Devices not verified', required: true, min: 0 }) },
})

/** Enters a certificate from before, or of a device that was not planned. */
export const supplementMeasure = call('measureRecord.supplement', {
  ...work,
  zh: '补录计量记录',
  en: 'Enter a past record',
  path: [`${metrologyRecord.path}/supplement`, '/eam/device-life-cycle/measure-collection'],
  answers: one(saved),
  input: {
    device: metrologyRecord.fields.device,
    measureKind: metrologyRecord.fields.measureKind,
    body: metrologyRecord.fields.body,
    ...plain,
    certificate,
  },
})

/** Records what a batch brought back, each record with its own certificate; all or none. */
export const finishMeasures = call('measureRecord.finishMany', {
  ...work,
  zh: '批量登记结果',
  en: 'Record several results',
  path: `${metrologyRecord.path}/batchUpdateMeasure`,
  answers: listOf(saved),
  input: {
    measures: items({
      zh: '计量记录',
      en: 'Metrology records',
      required: true,
      max: 200,
      fields: { id: text({ zh: '编号', en: 'ID', required: true, max: 36 }), ...metrologyFinding },
    }),
    confirmed: confirmedWarnings,
  },
})

/** What decides until when a new certificate of a device is valid, so that a form shows it before it is saved. */
export const certificateTerms = call('measureRecord.terms', {
  module: 'service',
  method: 'GET',
  may: 'measureRecord.work',
  reads: ['measureCard', 'measureRecord', 'device'],
  zh: '证书有效期的依据',
  en: 'Certificate validity basis',
  path: `${metrologyRecord.path}/terms`,
  answers: one({
    measureCycle: out.nullable(out.number),
    measureCycleUnit: out.nullable(out.text),
    firstOnly: out.boolean,
    certificateEnd: out.text,
    measuredDays: out.list(out.text),
  }),
  input: { device: metrologyRecord.fields.device, measureKind: { ...metrologyRecord.fields.measureKind, required: false } },
})

/** Records as reports ask for them. */
export const measureLists = lists(metrologyRecord, {
  byApply: {
    kind: 'list',
    zh: '申请的计量记录',
    en: 'Application metrology records',
    path: 'getMeasureListByApplyId',
    given: { apply: 'apply' },
    need: ['apply'],
    limit: 500,
  },
  finished: {
    kind: 'page',
    zh: '已完成的计量',
    en: 'Finished metrology',
    path: '/sps/hospital/work-order-measure/measure-record',
    where: { recordStatus: 'done' },
    given: { device: 'device', dept: 'useDept' },
  },
})
