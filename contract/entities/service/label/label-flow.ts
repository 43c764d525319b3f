import { machine } from '../../../kit/entity/machine.ts'
import { choice, flag, text } from '../../../kit/fields/field.ts'
import { repairOrder } from '../repair-order.ts'
import { urgencies } from '../repair-states.ts'
import { labelReport } from './label-report.ts'

const { fields } = labelReport

/** What a reporter fills in. */
export const labelForm = {
  description: text({ zh: fields.description.zh, en: fields.description.en, required: true, multiline: true, max: fields.description.max }),
  reporterName: text({ zh: fields.reporterName.zh, en: fields.reporterName.en, required: true, max: fields.reporterName.max }),
  reporterPhone: text({
    ...{ zh: fields.reporterPhone.zh, en: fields.reporterPhone.en, required: true, max: fields.reporterPhone.max },
    ...{ pattern: '^[0-9+*#() -]{3,20}$', example: '8123' },
  }),
  room: text({ zh: fields.room.zh, en: fields.room.en, max: fields.room.max }),
} as const

const may = 'labelReport.take'
const { faultDescription, isStopped, urgency } = repairOrder.fields

/** What becomes of a report. */
export const labelReportFlow = machine(labelReport, 'reportState', {
  takeOver: {
    from: ['waiting'],
    to: 'taken',
    zh: '接手并转维修',
    en: 'Take over',
    may,
    input: {
      faultDescription: text({
        zh: faultDescription.zh,
        en: faultDescription.en,
        multiline: true,
        max: faultDescription.max,
        hint: { zh: '不填则采用报修人的描述', en: 'The words of the reporter where this is empty' },
      }),
      urgency: choice({ zh: urgency.zh, en: urgency.en, of: urgencies }),
      isStopped: flag({ zh: isStopped.zh, en: isStopped.en }),
    },
  },
  close: { from: ['waiting'], to: 'duplicate', zh: '按重复关闭', en: 'Close as duplicate', may, many: true, confirm: true, input: {} },
  spam: {
    from: ['waiting'],
    to: 'spam',
    zh: '标记垃圾信息',
    en: 'Mark as spam',
    may,
    many: true,
    input: {
      reach: choice({
        ...{ zh: '标记范围', en: 'Which reports', required: true, initial: 'one' },
        of: {
          one: { zh: '仅所选', en: 'The chosen ones' },
          device: { zh: '同一设备的全部待接手', en: 'All waiting from the same device' },
          address: { zh: '同一来源的全部待接手', en: 'All waiting from the same sender' },
        },
      }),
      block: flag({ zh: '一天内不再接收此来源', en: 'Refuse this sender for a day' }),
    },
  },
})
