import { deviceDisposal } from '../entities/disposal/device-disposal.ts'
import { one, saved } from '../kit/answer.ts'
import { type CallFacts, call } from '../kit/call.ts'
import { choice, integer, text } from '../kit/field.ts'
import { lists } from '../kit/list.ts'

const acting = {
  area: 'disposal',
  method: 'POST',
  writes: true,
  changes: ['deviceDisposal', 'device'],
} as const satisfies Partial<CallFacts>
const id = text({ zh: '处置申请', en: 'Disposal', required: true, max: 36 })
const version = integer({ zh: '版本', en: 'Version', min: 1 })
const content = text({ zh: '意见', en: 'Opinion', multiline: true, max: 500 })

/** The decision after the appraisal: the application goes into approval, or is rejected; an opinion is needed to reject it. */
export const decideDisposal = call('deviceDisposal.yesOrNo', {
  ...acting,
  zh: '处置决定',
  en: 'Decide on a disposal',
  path: '/eam/devicedisposal/yesOrNo',
  may: 'deviceDisposal.decide',
  answers: one(saved),
  input: { id, type: choice({ zh: '是否处置', en: 'Decision', required: true, of: deviceDisposal.fields.decision.of }), version, content },
})

/** Approves or rejects a disposal; an opinion is needed to reject it. */
export const auditDisposal = call('deviceDisposal.audit', {
  ...acting,
  zh: '审批处置申请',
  en: 'Audit a disposal',
  path: '/eam/devicedisposal/audit',
  may: 'deviceDisposal.audit',
  answers: one(saved),
  input: {
    id,
    type: choice({
      zh: '审批结果',
      en: 'Decision',
      required: true,
      of: { approve: { zh: '同意', en: 'Approve' }, reject: { zh: '驳回', en: 'Reject' } },
    }),
    version,
    content,
  },
})

/** A disposal under its second address. */
export const disposalLists = lists(deviceDisposal, {
  record: { kind: 'row', zh: '处置记录', en: 'Record of a disposal', path: 'recordDetail' },
})
