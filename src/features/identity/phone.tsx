import type { PhoneArea } from '#src/kit/phone/area.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'

export const identityPhone: PhoneArea = {
  name: 'identity',
  screens: [{ path: '/me', Screen: later(() => import('./people/me-phone.tsx').then((part) => part.MePhone)) }],
  tabs: [{ to: '/me', icon: 'me', label: 'tab.me', more: ['/queue'], order: 5 }],
}
