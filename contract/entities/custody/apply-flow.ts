import { chosenPeople } from '../../kit/entity/approval.ts'
import { machine } from '../../kit/entity/machine.ts'
import { ids, text } from '../../kit/fields/field.ts'
import { ofApproval } from '../flow/circle.ts'
import { deviceApply } from './device-apply.ts'

const reason = text({ zh: '原因', en: 'Reason', required: true, multiline: true, max: 500 })
const opinion = text({ zh: '审批意见', en: 'Comment', multiline: true, max: 500, closed: ofApproval })
const path = '/eam/deviceapply'

/**
 * The steps of an application. The last approval approves and reserves; hand-out, receipt and execution are acts of their own: one that is refused leaves
 * the application approved.
 */
export const applyFlow = machine(deviceApply, 'status', {
  eventSubmit: {
    from: ['draft', 'rejected'],
    to: 'submitted',
    zh: '提交申请',
    en: 'Submit',
    may: 'deviceApply.submit',
    url: `${path}/eventSubmit`,
    offline: true,
    input: { chosen: chosenPeople },
  },
  begin: { from: ['submitted'], to: 'in_approval', zh: '进入审批', en: 'Start approval', inner: true, input: {} },
  approve: {
    from: ['submitted', 'in_approval'],
    to: 'approved',
    zh: '同意',
    en: 'Approve',
    may: 'deviceApply.approve',
    many: true,
    input: { opinion },
  },
  reject: {
    from: ['submitted', 'in_approval'],
    to: 'rejected',
    zh: '驳回',
    en: 'Reject',
    may: 'deviceApply.approve',
    many: true,
    input: { opinion: { ...opinion, required: true } },
  },
  cancel: {
    from: ['submitted', 'in_approval'],
    to: 'cancelled',
    zh: '撤销申请',
    en: 'Withdraw',
    may: 'deviceApply.submit',
    confirm: true,
    url: `${path}/cancel-check`,
    input: {},
  },
  execute: {
    from: ['approved'],
    to: 'executing',
    zh: '开始执行',
    en: 'Start execution',
    may: 'deviceApply.execute',
    input: {},
  },
  handOver: { from: ['approved'], to: 'executing', zh: '开始交接', en: 'First hand-over', inner: true, input: {} },
  complete: {
    from: ['executing'],
    to: 'finished',
    zh: '执行完成',
    en: 'Complete',
    may: 'deviceApply.execute',
    input: {
      result: text({ zh: '执行结果', en: 'Result', multiline: true, max: 500 }),
      files: ids({ zh: '附件', en: 'Files', to: 'file', max: 9 }),
    },
  },
  finish: { from: ['executing'], to: 'finished', zh: '交接完成', en: 'All handed over', inner: true, input: {} },
  end: {
    from: ['approved', 'executing'],
    to: 'ended',
    zh: '终止申请',
    en: 'End application',
    may: 'deviceApply.end',
    confirm: true,
    url: `${path}/applyEnd`,
    input: { reason },
  },
})
