import type { PhoneModule } from '#src/kit/phone/module.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'

export const identityPhone: PhoneModule = {
  name: 'identity',
  screens: [{ path: '/me', Screen: later(() => import('./people/me-phone.tsx').then((part) => part.MePhone)) }],
  tabs: [{ to: '/me', icon: 'me', label: 'tab.me', more: ['/queue'], order: 5 }],
}
