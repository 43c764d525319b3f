import { keep, kept } from './stored.ts'

/** A hospital in which someone has signed in on this device. */
export interface KnownHospital {
  readonly tenantId: string
  readonly name: string
}

/** Storage key. */
const HOSPITALS = 'hospitals'
/** Most hospitals that a device remembers. */
const most = 5

/** The hospitals of this device, the last one first. */
export const knownHospitals = (): readonly KnownHospital[] => kept<KnownHospital[]>(HOSPITALS) ?? []

/** Remembers a hospital in which someone has signed in. */
export function rememberHospital(tenantId: string, name: string): void {
  keep(HOSPITALS, [{ tenantId, name }, ...knownHospitals().filter((one) => one.tenantId !== tenantId)].slice(0, most))
}
