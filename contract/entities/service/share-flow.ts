import { chosenPeople } from '../../kit/entity/approval.ts'
import { machine, same } from '../../kit/entity/machine.ts'
import { text } from '../../kit/fields/field.ts'
import { ofApproval } from '../flow/circle.ts'
import { providerOrder } from './provider-order.ts'
import { serviceOrder } from './service-order.ts'
import { sharePlan, shareReason, shareReport, shareResult } from './share-inputs.ts'
import { liveShareStates, takenShareStates } from './share-states.ts'

/** A step of the other side, taken in the transaction of that side. */
const followed = { inner: true } as const

const accept = { from: ['offered'], to: 'accepted', zh: '接单', en: 'Take order', input: {} } as const
const decline = {
  from: ['offered', 'accepted', 'planned', 'approving'],
  to: 'declined',
  zh: '谢绝',
  en: 'Decline',
  confirm: true,
  input: { reason: shareReason },
} as const
/** A plan may be replaced until it is confirmed: what was asked about the former one is over. */
const plan = { from: ['accepted', 'approving'], to: 'planned', zh: '提交方案', en: 'Submit plan', input: sharePlan } as const
const changePlan = { from: ['planned'], to: same(), zh: '改报方案', en: 'Replace plan', input: sharePlan } as const
const start = { from: ['confirmed'], to: 'working', zh: '开工', en: 'Start work', input: {} } as const
const report = { from: ['working'], to: same(), zh: '登记工作', en: 'Record work', input: shareReport } as const
const finish = { from: ['working'], to: 'finished', zh: '完工', en: 'Finish', input: shareResult } as const
const confirmPlan = { from: ['planned'], to: 'confirmed', zh: '确认方案', en: 'Confirm plan', input: {} } as const
const seekApproval = { from: ['planned'], to: 'approving', zh: '提交审批', en: 'Submit for approval' } as const
const approvePlan = { from: ['approving'], to: 'confirmed', zh: '批准服务方案', en: 'Approve the service plan' } as const
const rejectPlan = { from: ['approving'], to: 'accepted', zh: '驳回服务方案', en: 'Reject the service plan' } as const
const withdrawPlan = { from: ['approving'], to: 'planned', zh: '撤回审批', en: 'Withdraw the approval' } as const
const opinion = { zh: '意见', en: 'Comment', multiline: true, max: 500 } as const
const askAgain = {
  from: ['planned'],
  to: 'accepted',
  zh: '要求重报方案',
  en: 'Ask for another plan',
  input: { reason: shareReason },
} as const
const end = {
  from: [...liveShareStates],
  to: 'ended',
  zh: '终止共享',
  en: 'End sharing',
  confirm: true,
  input: { reason: shareReason },
} as const
const sign = { from: ['finished'], to: 'done', zh: '科室验收', en: 'Signed off by the department', ...followed, input: {} } as const
const rework = {
  from: ['finished'],
  to: 'working',
  zh: '科室退回返修',
  en: 'Returned by the department',
  ...followed,
  input: { reason: shareReason },
} as const
const remind = { zh: '催单', en: 'Remind', may: 'serviceOrder.share', input: {} } as const

/** What happens to a shared order, on the hospital's side. The provider's acts follow those of its own row. */
export const sharing = machine(serviceOrder, 'shareState', {
  confirmPlan: {
    ...confirmPlan,
    may: 'serviceOrder.decide',
    confirm: true,
    only: { planLevel: ['within'] },
    input: { chosen: chosenPeople },
  },
  seekApproval: {
    ...seekApproval,
    may: 'serviceOrder.decide',
    confirm: true,
    only: { planLevel: ['above'] },
    input: { chosen: chosenPeople },
  },
  approvePlan: { ...approvePlan, may: 'serviceOrder.approvePlan', input: { opinion: text({ ...opinion, closed: ofApproval }) } },
  rejectPlan: {
    ...rejectPlan,
    may: 'serviceOrder.approvePlan',
    input: {
      opinion: text({ ...opinion, zh: '驳回理由（告知服务商）', en: 'Reason (told to the provider)', required: true }),
    },
  },
  withdrawPlan: { ...withdrawPlan, ...followed, input: {} },
  askAgain: { ...askAgain, may: 'serviceOrder.decide' },
  end: { ...end, may: 'serviceOrder.share' },
  remind: {
    ...remind,
    from: [...takenShareStates],
    to: same(),
    url: '/sps/hospital/serviceOrder/remind',
    get: '/sps/hospital/serviceOrder/reminder',
  },
  remindWait: {
    ...remind,
    zh: '催接单',
    en: 'Remind to answer',
    from: ['offered'],
    to: same(),
    url: '/sps/hospital/serviceOrder/remind-wait',
    get: '/sps/hospital/serviceOrder/reminder-wait',
  },
  accept: { ...accept, ...followed },
  decline: { ...decline, ...followed },
  plan: { ...plan, ...followed },
  changePlan: { ...changePlan, ...followed },
  start: { ...start, ...followed },
  report: { ...report, ...followed },
  finish: { ...finish, ...followed },
  sign,
  rework,
})

const may = 'providerOrder.work'
/** What the row of a phone shows of a plan until the server's row comes. */
const planShown = { planContent: 'said.planContent', planPrice: 'said.planPrice', planDate: 'said.planDate' } as const
const workShown = { workNote: 'said.workNote', workHours: 'said.workHours', partsNote: 'said.partsNote' } as const
const resultShown = { diagnosis: 'said.diagnosis', measures: 'said.measures', finishedAt: 'now' } as const

/** The same order on the provider's side, which its people also work on without a network. What the hospital decides follows its row. */
export const providing = machine(providerOrder, 'shareState', {
  accept: { ...accept, may, offline: { shows: { acceptedAt: 'now' } } },
  decline: { ...decline, may, offline: { shows: { reason: 'said.reason' } } },
  plan: { ...plan, may, offline: { shows: planShown }, url: '/sps/provider/workOrderRepair/plan-submit' },
  changePlan: { ...changePlan, may, replaces: true, offline: { shows: planShown } },
  start: { ...start, may, offline: { shows: { startedAt: 'now' } } },
  report: { ...report, may, replaces: true, offline: { shows: workShown } },
  finish: { ...finish, may, offline: { shows: resultShown } },
  confirmPlan: { ...confirmPlan, ...followed },
  askAgain: { ...askAgain, ...followed },
  seekApproval: { ...seekApproval, ...followed, input: {} },
  approvePlan: { ...approvePlan, ...followed, input: {} },
  rejectPlan: { ...rejectPlan, ...followed, input: { reason: shareReason } },
  withdrawPlan: { ...withdrawPlan, ...followed, input: {} },
  end: { ...end, ...followed },
  sign,
  rework,
})
