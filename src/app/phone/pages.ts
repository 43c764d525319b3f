import { type ComponentType, lazy } from 'react'

type Load = () => Promise<{ default: ComponentType }>

const loads: Load[] = []

/** A page that comes when it is first opened, or when the phone is idle: without a signal every page must be there. */
function later(load: Load): ReturnType<typeof lazy<ComponentType>> {
  loads.push(load)
  return lazy(load)
}

export const SignInPhone = later(() => import('#src/features/platform/sign-in-phone.tsx').then((part) => ({ default: part.SignInPhone })))
export const ChecksPhone = later(() => import('#src/features/check/checks-phone.tsx').then((part) => ({ default: part.ChecksPhone })))
export const CountPhone = later(() => import('#src/features/check/count-phone.tsx').then((part) => ({ default: part.CountPhone })))
export const QueuePhone = later(() => import('#src/features/platform/queue-phone.tsx').then((part) => ({ default: part.QueuePhone })))
export const MePhone = later(() => import('#src/features/platform/me-phone.tsx').then((part) => ({ default: part.MePhone })))

/** Fetches all pages once the first one stands. In the visit that installs the service worker nothing else would have them yet. */
export function warmPages(): void {
  const warm = (): void => {
    for (const load of loads) void load().catch(() => {})
  }
  if (typeof requestIdleCallback === 'function') requestIdleCallback(warm, { timeout: 5000 })
  else setTimeout(warm, 3000)
}
