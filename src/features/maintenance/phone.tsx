import { familyModule } from '#src/kit/phone/family/family-module.ts'
import type { PhoneModule } from '#src/kit/phone/module.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'

const pages = () => import('./phone/maintain-phone.tsx')
const orders = familyModule('maintainOrder', '/maintenance', () => pages().then((part) => part.maintainPages))

export const maintenancePhone: PhoneModule = {
  name: 'maintenance',
  ...orders,
  parts: [
    ...orders.parts,
    { at: 'checklist.origin', name: 'maintenance', Part: later(() => pages().then((part) => part.OrderOfChecklist)) },
  ],
}
