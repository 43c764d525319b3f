import { deviceApply } from '../entities/custody/device-apply.ts'
import { deviceUse } from '../entities/custody/device-use.ts'
import type { HomeFacts } from '../kit/entity/home.ts'

const uses = { of: deviceUse, page: '/eam/device-use', kind: 'processed' } as const
const loans = { of: deviceUse, page: '/eam/device-use', kind: 'warn' } as const
const applies = { of: deviceApply, page: '/eam/apply' } as const
const out = { eventType: 'borrow', status: 'received,returning' } as const

/** Applications and hand-overs on the first page. */
export const custodyHome: HomeFacts = {
  figures: [
    {
      ...uses,
      name: 'custody.toConfirm',
      zh: '待我接收',
      en: 'Receipts to confirm',
      has: ['deviceUse.take'],
      where: { status: 'handed', toDept: '_own' },
      tone: 'warn',
      hint: { zh: '对方已交出，等本科室确认接收', en: 'Handed out to your department, awaiting your confirmation' },
    },
    {
      ...uses,
      name: 'custody.toHandOut',
      zh: '待交出设备',
      en: 'Devices to hand out',
      has: ['deviceUse.give'],
      where: { status: 'reserved', fromDept: '_own' },
      tone: 'warn',
      hint: { zh: '申请已批准，等本科室交出', en: 'Approved. Your department hands the device out' },
    },
    {
      ...uses,
      name: 'custody.toTakeBack',
      zh: '待收回设备',
      en: 'Devices to take back',
      has: ['deviceUse.give'],
      where: { status: 'returning', fromDept: '_own' },
      tone: 'warn',
      hint: { zh: '借用科室已归还，等本科室验收收回', en: 'Given back. Check them and take them back' },
    },
    {
      ...uses,
      name: 'custody.extensions',
      zh: '待审批续借',
      en: 'Extensions to decide',
      has: ['deviceUse.audit'],
      where: { status: 'received', extendTo: '_some' },
      tone: 'busy',
      hint: { zh: '借用科室申请延长借用时间', en: 'Borrowers request a longer loan' },
    },
    {
      ...applies,
      name: 'custody.refused',
      kind: 'processed',
      zh: '被驳回的申请',
      en: 'Applications sent back',
      has: ['deviceApply.submit'],
      where: { status: 'rejected', applicant: '_own' },
      tone: 'bad',
      hint: { zh: '改好后重新提交，或删除', en: 'Correct and submit them again, or delete them' },
    },
    {
      ...applies,
      name: 'custody.mine',
      kind: 'apply',
      zh: '我的使用申请',
      en: 'My applications',
      has: ['deviceApply.submit'],
      where: { status: 'submitted,in_approval,approved,executing', applicant: '_own' },
      tone: 'busy',
      hint: { zh: '我提交的、尚未办结的申请', en: 'Applications I submitted that are not closed' },
    },
    {
      ...uses,
      name: 'custody.borrowed',
      kind: 'apply',
      zh: '我借用的设备',
      en: 'Devices I borrowed',
      has: ['deviceUse.take'],
      where: { ...out, receiver: '_own' },
      tone: 'busy',
      hint: { zh: '由我接收、尚未归还的设备', en: 'Devices I received and have not given back' },
    },
    {
      ...loans,
      name: 'custody.overdue',
      zh: '逾期未还',
      en: 'Overdue devices',
      where: { ...out, returnTime_le: '_today-1' },
      tone: 'bad',
      hint: { zh: '应还日期已过、尚未收回的借出设备', en: 'Lent devices past their due date' },
    },
    {
      ...loans,
      name: 'custody.due',
      zh: '3 天内应还',
      en: 'Loans due within 3 days',
      where: { ...out, returnTime_ge: '_today', returnTime_le: '_today+3' },
      tone: 'warn',
      hint: { zh: '今天起 3 天内应归还的借出设备', en: 'Lent devices that are due within the next 3 days' },
    },
  ],
}
