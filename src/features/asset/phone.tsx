import type { PhoneModule } from '#src/kit/phone/module.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { DeviceCardPhone } from './phone/device-card-phone.tsx'
import { ScanPhone } from './phone/scan-phone.tsx'

const capture = () => import('./phone/capture/capture-link.tsx')

export const assetPhone: PhoneModule = {
  name: 'asset',
  // The scan page and what a scanned label opens come at once; the others when they are opened or the phone is idle.
  screens: [
    { path: '/', Screen: ScanPhone },
    { path: '/c/:token', Screen: DeviceCardPhone },
    { path: '/device/:id', Screen: DeviceCardPhone },
    { path: '/find', Screen: later(() => import('./phone/find-phone.tsx').then((part) => part.FindPhone)) },
    { path: '/set/:id', Screen: later(() => import('./sets/set-phone.tsx').then((part) => part.SetPhone)) },
    { path: '/room/:id', Screen: later(() => import('./phone/room-phone.tsx').then((part) => part.RoomPhone)) },
    { path: '/capture', Screen: later(() => capture().then((part) => part.CapturePhone)) },
  ],
  parts: [
    { at: 'me.links', name: 'capture', Part: later(() => capture().then((part) => part.CaptureLink)) },
    { at: 'card.warning', name: 'stopsOfCard', Part: later(() => import('./stops/stops-of-card.tsx').then((part) => part.StopsOfCard)) },
  ],
  tabs: [{ to: '/', icon: 'scan', label: 'tab.scan', more: ['/c', '/device', '/find', '/room', '/set'], order: 1 }],
  records: { device: '/device', deviceSet: '/set' },
}
