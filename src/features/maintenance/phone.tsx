import type { PhoneModule } from '#src/kit/phone/module.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'

const pages = () => import('./phone/maintain-phone.tsx')
const Queued = later(() => pages().then((part) => part.QueuedMaintenance))

export const maintenancePhone: PhoneModule = {
  name: 'maintenance',
  screens: [
    { path: '/maintenance', Screen: later(() => pages().then((part) => part.MaintainList)) },
    { path: '/maintenance/:id', Screen: later(() => pages().then((part) => part.MaintainRecord)) },
  ],
  parts: [
    { at: 'card.news', name: 'maintenance', Part: later(() => pages().then((part) => part.MaintainOnCard)) },
    { at: 'me.links', name: 'maintenance', Part: later(() => pages().then((part) => part.MaintainLink)) },
    { at: 'scan.day', name: 'maintenance', Part: later(() => pages().then((part) => part.DayMaintenance)) },
    { at: 'checklist.origin', name: 'maintenance', Part: later(() => pages().then((part) => part.OrderOfChecklist)) },
    ...['start', 'finish', 'skip'].map((step) => ({ at: `queue.maintainOrder.${step}`, name: 'maintenance', Part: Queued })),
  ],
  records: { maintainOrder: '/maintenance' },
}
