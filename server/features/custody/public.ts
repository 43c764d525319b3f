/** For modules with applications of their own: a device is on one open application at most. */
export { type Holder, holdDevices, releaseDevices } from './holds.ts'
