import type { PhoneArea } from '#src/kit/phone/area.ts'
import { later } from '#src/kit/phone/lazy-load.ts'

export const flowPhone: PhoneArea = {
  name: 'flow',
  screens: [
    { path: '/approval', Screen: later(() => import('./approvals-phone.tsx').then((part) => part.ApprovalsPhone)) },
    { path: '/approval/:id', Screen: later(() => import('./approval-phone.tsx').then((part) => part.ApprovalPhone)) },
  ],
  parts: [
    { at: 'scan.day', name: 'approvals', Part: later(() => import('./day-approvals.tsx').then((part) => part.DayApprovals)) },
    { at: 'me.links', name: 'approvals', Part: later(() => import('./approval-link.tsx').then((part) => part.ApprovalLink)) },
  ],
  records: { flowInstance: '/approval' },
}
