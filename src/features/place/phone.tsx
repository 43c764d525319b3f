import type { PhoneModule } from '#src/kit/phone/module.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'

export const placePhone: PhoneModule = {
  name: 'place',
  screens: [{ path: '/plan/:id', Screen: later(() => import('./plan-phone.tsx').then((part) => part.PlanPhone)) }],
  parts: [{ at: 'room.more', name: 'plan', Part: later(() => import('./plan-link.tsx').then((part) => part.PlanLink)) }],
}
