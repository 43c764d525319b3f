import type { PhoneModule } from '#src/kit/phone/module.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'

const Borrow = later(() => import('./phone/borrow-phone.tsx').then((part) => part.BorrowPhone))

export const custodyPhone: PhoneModule = {
  name: 'custody',
  screens: [
    { path: '/use', Screen: later(() => import('./phone/uses-phone.tsx').then((part) => part.UsesPhone)) },
    { path: '/use/code', Screen: later(() => import('./phone/code-phone.tsx').then((part) => part.CodePhone)) },
    { path: '/use/borrow', Screen: Borrow },
    { path: '/use/borrow/:deviceId', Screen: Borrow },
    { path: '/use/:id', Screen: later(() => import('./phone/use-phone.tsx').then((part) => part.UsePhone)) },
  ],
  parts: [
    { at: 'card.news', name: 'uses-of-card', Part: later(() => import('./uses-of-card.tsx').then((part) => part.UsesOfCard)) },
    {
      at: 'card.below',
      name: 'use-history',
      Part: later(() => import('./phone/use-history-phone.tsx').then((part) => part.UseHistory)),
    },
    {
      at: 'card.actions',
      name: 'borrow-on-card',
      Part: later(() => import('./borrow-on-card.tsx').then((part) => part.BorrowOnCard)),
      order: 4,
    },
    { at: 'set.actions', name: 'loans', Part: later(() => import('./phone/set-on-phone.tsx').then((part) => part.SetOnPhone)) },
    { at: 'me.links', name: 'uses', Part: later(() => import('./phone/use-link.tsx').then((part) => part.UseLink)) },
    { at: 'scan.day', name: 'uses', Part: later(() => import('./phone/day-uses.tsx').then((part) => part.DayUses)) },
  ],
  records: { deviceUse: '/use' },
}
