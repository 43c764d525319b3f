import type { PhoneModule } from '#src/kit/phone/module.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'

const ambulance = () => import('./phone/ambulance-phone.tsx')

export const checkPhone: PhoneModule = {
  name: 'check',
  screens: [
    { path: '/check', Screen: later(() => import('./phone/checks-phone.tsx').then((part) => part.ChecksPhone)) },
    { path: '/check/:id', Screen: later(() => import('./phone/check-phone.tsx').then((part) => part.CheckPhone)) },
    { path: '/check/:id/dept/:dept', Screen: later(() => import('./phone/check-dept-phone.tsx').then((part) => part.CheckDeptPhone)) },
    { path: '/check/:id/scan', Screen: later(() => import('./phone/count-phone.tsx').then((part) => part.CountPhone)) },
    { path: '/ambulance', Screen: later(() => ambulance().then((part) => part.AmbulancePhone)) },
    { path: '/ambulance/:id', Screen: later(() => import('./phone/ambulance-shift-phone.tsx').then((part) => part.AmbulanceShiftPhone)) },
  ],
  tabs: [{ to: '/check', icon: 'check', label: 'tab.check', order: 2 }],
  parts: [
    {
      at: 'card.actions',
      name: 'record-on-card',
      Part: later(() => import('./record-on-card.tsx').then((part) => part.RecordOnCard)),
      order: 2,
    },
    { at: 'me.links', name: 'ambulance', Part: later(() => ambulance().then((part) => part.AmbulanceLink)) },
    {
      at: 'scan.unknown',
      name: 'surplus-of-code',
      Part: later(() => import('./phone/surplus-of-code.tsx').then((part) => part.SurplusOfCode)),
    },
    { at: 'scan.day', name: 'day-checks', Part: later(() => import('./phone/day-checks.tsx').then((part) => part.DayChecks)), order: 1 },
  ],
  records: { checkTask: '/check' },
}
