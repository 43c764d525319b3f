import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about applications and hand-overs. */
export const custodyNotices = {
  kinds: {
    apply_submitted: { zh: '新的使用申请待审批', en: 'An application waits for approval', tone: 'warn', waits: true },
    apply_approved: { zh: '您的申请已批准', en: 'Your application was approved', tone: 'good' },
    apply_rejected: { zh: '您的申请被驳回', en: 'Your application was rejected', tone: 'bad' },
    apply_ended: { zh: '您的申请已终止', en: 'Your application was ended', tone: 'warn' },
    use_reserved: { zh: '设备待交付', en: 'A device is ready to hand over', tone: 'warn', waits: true },
    use_handed: { zh: '设备已交出，请确认接收', en: 'A device was handed out. Confirm receipt', tone: 'warn', waits: true },
    use_received: { zh: '设备已交接', en: 'A device was handed over', tone: 'good' },
    use_returning: { zh: '设备已归还，请收回验收', en: 'A device was given back. Check it and take it back', tone: 'warn', waits: true },
    use_returned: { zh: '设备已收回', en: 'A device was taken back', tone: 'good' },
    use_overdue: { zh: '借用设备逾期未还', en: 'A borrowed device is overdue', tone: 'bad', waits: true },
    use_extension: { zh: '申请续借，待您审批', en: 'An extension was requested', tone: 'warn', waits: true },
    use_extension_decided: { zh: '续借申请已处理', en: 'Your extension was decided', tone: 'busy' },
    use_unauthorised: { zh: '未授权人员接收了设备', en: 'A person without authorisation received a device', tone: 'bad', waits: true },
    authorisation_ends: { zh: '操作授权即将到期', en: 'A use authorisation ends soon', tone: 'warn', waits: true },
  },
  targets: {
    deviceApply: { zh: '使用申请', en: 'Application' },
    deviceUse: { zh: '使用记录', en: 'Use record' },
    useAuthorisation: { zh: '操作授权', en: 'Use authorisation' },
  },
} as const satisfies NoticeFacts
