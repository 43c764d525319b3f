import type { NoticeFacts } from '../../../kit/module.ts'

/** Calls outside working hours. */
export const onCallNotices = {
  kinds: {
    on_call: { zh: '值班呼叫：紧急报修', en: 'On call: urgent repair report', tone: 'bad', waits: true },
    on_call_escalated: { zh: '值班升级：紧急报修无人受理', en: 'On call: urgent report not acknowledged', tone: 'bad', waits: true },
    on_call_nobody: { zh: '无人值班：紧急报修由您处理', en: 'No one is on call: urgent report for you', tone: 'bad', waits: true },
    on_call_gone: { zh: '值班表上有停用账号，请调整', en: 'Stopped accounts are on the rota: please change it', tone: 'warn', waits: true },
  },
  targets: { onCallRota: { zh: '值班表', en: 'On-call rota' } },
} as const satisfies NoticeFacts
