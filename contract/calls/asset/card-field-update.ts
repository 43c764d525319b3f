import { one, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, integer, text } from '../../kit/fields/field.ts'

/** Decides a change request; an opinion is needed to reject it. */
export const decideFieldUpdate = call('cardFieldUpdate.approval', {
  zh: '审批变更申请',
  en: 'Decide on a change request',
  module: 'asset',
  method: 'POST',
  path: ['/eam/deviceupdaterecord/audit', '/eam/cardfieldupdate/approval', '/eam/devicecardfieldupdate/approval'],
  may: 'cardFieldUpdate.approve',
  writes: true,
  changes: ['cardFieldUpdate', 'device'],
  answers: one(saved),
  input: {
    id: text({ zh: '变更申请', en: 'Request', required: true, max: 36 }),
    type: choice({
      zh: '审批结果',
      en: 'Decision',
      required: true,
      of: { approve: { zh: '同意', en: 'Approve' }, reject: { zh: '驳回', en: 'Reject' } },
    }),
    version: integer({ zh: '版本', en: 'Version', min: 1 }),
    content: text({ zh: '审批意见', en: 'Comment', max: 500 }),
  },
})
