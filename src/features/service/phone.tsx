import { familyModule } from '#src/kit/phone/family/family-module.ts'
import type { PhoneModule } from '#src/kit/phone/module.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { ReportOnCard } from './report-on-card.tsx'

const metrology = familyModule('measureRecord', '/metrology', () =>
  import('./metrology-phone/metrology-phone.tsx').then((part) => part.metrologyPages),
)

export const servicePhone: PhoneModule = {
  name: 'service',
  screens: [
    { path: '/repair', Screen: later(() => import('./phone/repair-phone.tsx').then((part) => part.RepairPhone)) },
    { path: '/repair/new/:deviceId', Screen: later(() => import('./phone/report-phone.tsx').then((part) => part.ReportPhone)) },
    { path: '/repair/:id', Screen: later(() => import('./phone/order-phone.tsx').then((part) => part.OrderPhone)) },
    { path: '/label-reports/:id', Screen: later(() => import('./label/label-report-phone.tsx').then((part) => part.LabelReportPhone)) },
    ...metrology.screens,
  ],
  tabs: [{ to: '/repair', icon: 'repair', label: 'tab.repair', order: 3 }],
  parts: [
    // Shown on the card directly, as the most frequent action.
    { at: 'card.actions', name: 'reportOnCard', Part: ReportOnCard, order: 1 },
    { at: 'card.news', name: 'repairs-of-card', Part: later(() => import('./repairs-of-card.tsx').then((part) => part.RepairsOfCard)) },
    { at: 'scan.day', name: 'day', Part: later(() => import('./phone/day-orders.tsx').then((part) => part.DayOrders)) },
    ...metrology.parts,
  ],
  records: { repairOrder: '/repair', labelReport: '/label-reports', ...metrology.records },
}
