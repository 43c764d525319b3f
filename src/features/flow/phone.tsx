import type { PhoneModule } from '#src/kit/phone/module.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'

export const flowPhone: PhoneModule = {
  name: 'flow',
  screens: [
    { path: '/approval', Screen: later(() => import('./phone/approvals-phone.tsx').then((part) => part.ApprovalsPhone)) },
    { path: '/approval/:id', Screen: later(() => import('./phone/approval-phone.tsx').then((part) => part.ApprovalPhone)) },
  ],
  parts: [
    { at: 'scan.day', name: 'approvals', Part: later(() => import('./phone/day-approvals.tsx').then((part) => part.DayApprovals)) },
    { at: 'me.links', name: 'approvals', Part: later(() => import('./approval-link.tsx').then((part) => part.ApprovalLink)) },
  ],
  records: { flowInstance: '/approval' },
}
