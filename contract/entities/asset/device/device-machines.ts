import { anyBut, before, machine, same } from '../../../kit/entity/machine.ts'
import { text } from '../../../kit/fields/field.ts'
import { device } from './device.ts'
import type { deviceStates } from './device-states.ts'

const reason = text({ zh: '原因', en: 'Reason', required: true, multiline: true, max: 500 })

/** What may change the state of a card; the inner steps are raised by orders, applications and checks. */
export const deviceState = machine(device, 'eamStatus', {
  receive: { from: ['in_stock'], to: 'in_use', zh: '领用', en: 'Receive', inner: true, input: {} },
  regain: { from: ['in_use'], to: 'in_stock', zh: '退库', en: 'Return to stock', inner: true, input: {} },
  breakDown: { from: ['in_use'], to: 'repairing', zh: '停用报修', en: 'Out-of-service report', inner: true, input: {} },
  acceptRepair: { from: ['repairing'], to: 'in_use', zh: '维修验收', en: 'Sign off the repair', inner: true, input: {} },
  cancelRepair: { from: ['repairing'], to: before('breakDown'), zh: '取消维修', en: 'Cancel the repair', inner: true, input: {} },
  scrapFromRepair: { from: ['repairing'], to: 'pending_disposal', zh: '维修转报废', en: 'Dispose from repair', inner: true, input: {} },
  lend: { from: ['in_use', 'in_stock'], to: 'lent', zh: '借出', en: 'Lend', inner: true, input: {} },
  takeBack: { from: ['lent'], to: before('lend'), zh: '收回', en: 'Take back', inner: true, input: {} },
  allot: { from: ['in_use', 'in_stock'], to: same(), zh: '调拨', en: 'Transfer', inner: true, input: {} },
  seal: { from: ['in_use', 'in_stock'], to: 'idle', zh: '封存', en: 'Seal', may: 'device.seal', input: { reason } },
  unseal: { from: ['idle'], to: before('seal'), zh: '启封', en: 'Unseal', may: 'device.seal', input: {} },
  // A loan from before the hospital kept its loans here has no document that ends it.
  endLoan: { from: ['lent'], to: before('lend'), zh: '登记归还', en: 'Record the return', may: 'device.seal', input: {} },
  stopUse: { from: ['in_use', 'in_stock'], to: 'idle', zh: '停止使用', en: 'Take out of service', inner: true, input: {} },
  resumeUse: { from: ['idle'], to: before('stopUse'), zh: '恢复使用', en: 'Return to service', inner: true, input: {} },
  applyDisposal: {
    from: anyBut('lent', 'repairing', 'disposed', 'pending_disposal'),
    to: 'pending_disposal',
    zh: '申请报废',
    en: 'Apply for disposal',
    inner: true,
    input: {},
  },
  dispose: { from: ['pending_disposal'], to: 'disposed', zh: '报废', en: 'Dispose', inner: true, input: {} },
  rejectDisposal: {
    from: ['pending_disposal'],
    to: before('applyDisposal', 'scrapFromRepair'),
    zh: '撤销报废',
    en: 'Withdraw the disposal',
    inner: true,
    input: {},
  },
  miss: { from: anyBut('disposed', 'missing'), to: 'missing', zh: '盘亏', en: 'Mark as missing', inner: true, input: {} },
  find: { from: ['missing'], to: before('miss'), zh: '盘点找回', en: 'Found again', inner: true, input: {} },
})

/** The steps by which a card gets from use or stock into a state, so that the steps that take them back find their events. */
export const stepsInto: Readonly<Record<keyof typeof deviceStates, readonly (keyof typeof deviceState.steps)[]>> = {
  in_stock: [],
  in_use: [],
  repairing: ['breakDown'],
  lent: ['lend'],
  idle: ['seal'],
  pending_disposal: ['applyDisposal'],
  disposed: ['applyDisposal', 'dispose'],
  missing: ['miss'],
}

/** From a draft to a filed card. */
export const deviceFiling = machine(device, 'filingStatus', {
  submitFiling: { from: ['draft'], to: 'pending', zh: '提交建档', en: 'Submit for filing', may: 'device.submit', input: {} },
  resubmitFiling: { from: ['returned'], to: 'pending', zh: '重新提交', en: 'Submit again', may: 'device.submit', input: {} },
  sureEam: {
    from: ['pending'],
    to: 'filed',
    zh: '确认建档',
    en: 'Confirm filing',
    may: 'device.file',
    many: true,
    url: '/eam/device/sureEam',
    input: {},
  },
  filingBack: {
    from: ['pending'],
    to: 'returned',
    zh: '退回',
    en: 'Send back',
    may: 'device.file',
    url: '/eam/device/filing-back',
    input: { reason },
  },
})
