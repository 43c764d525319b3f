import { later } from '#src/kit/phone-later.ts'

// What a scanned label opens comes at once; these come when they are opened or the phone is idle.
export const SignInPhone = later(() => import('#src/features/platform/sign-in-phone.tsx').then((part) => part.SignInPhone))
export const ChecksPhone = later(() => import('#src/features/check/checks-phone.tsx').then((part) => part.ChecksPhone))
export const CountPhone = later(() => import('#src/features/check/count-phone.tsx').then((part) => part.CountPhone))
export const QueuePhone = later(() => import('#src/features/platform/queue-phone.tsx').then((part) => part.QueuePhone))
export const MePhone = later(() => import('#src/features/platform/me-phone.tsx').then((part) => part.MePhone))
