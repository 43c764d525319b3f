import type { NoticeFacts } from '../../kit/module.ts'
import { seededNodeNames } from './seeded-names.ts'

// Their detail is the node that waits.
const seeded = seededNodeNames

/** Notices about approvals. */
export const flowNotices = {
  kinds: {
    flow_waits: { zh: '待您审批', en: 'Waits for your approval', tone: 'warn', seeded, waits: true },
    flow_agreed: { zh: '申请已通过', en: 'Your application was approved', tone: 'good' },
    flow_refused: { zh: '申请被驳回', en: 'Your application was rejected', tone: 'bad' },
    flow_returned: { zh: '审批被退回，请重新审批', en: 'The approval came back to you', tone: 'warn', seeded, waits: true },
    flow_cancelled: { zh: '申请已撤销', en: 'The application was withdrawn', tone: 'plain' },
    flow_copied: { zh: '抄送给您', en: 'Copied to you', tone: 'plain' },
    flow_urged: { zh: '催办', en: 'Approval reminder', tone: 'bad', waits: true },
    flow_late: { zh: '审批超时', en: 'The approval is late', tone: 'bad', seeded, waits: true },
    flow_commented: { zh: '审批有新评论', en: 'New comment on an approval', tone: 'busy' },
  },
  targets: { flowInstance: { zh: '审批单', en: 'Approval' } },
} as const satisfies NoticeFacts
