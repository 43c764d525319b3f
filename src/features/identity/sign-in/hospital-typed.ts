import { type KnownHospital, knownHospitals } from '#src/data/hospitals.ts'
import { currentTenant, defaultTenant } from '#src/data/who.ts'

/** What a sign-in sends for a typed hospital: its number, or its name, which the server compares as a whole. */
export type HospitalSent = { readonly tenantId: string } | { readonly tenantName: string }

/** The form of a number; other texts are names. */
const number = /^[0-9A-Za-z]{1,12}$/

/** The hospital that a text means: the default where it is empty, a remembered one by its name, else the text as number or name. */
export function hospitalSent(typed: string, known: readonly KnownHospital[] = knownHospitals()): HospitalSent {
  const text = typed.trim()
  if (text === '') return { tenantId: defaultTenant }
  const remembered = known.find(({ name }) => name === text)
  if (remembered) return { tenantId: remembered.tenantId }
  return number.test(text) ? { tenantId: text } : { tenantName: text }
}

/** What the field begins with: the hospital that a link names, or the last one of this device; empty on a new one. `linked`: number in a link. */
export function hospitalShown(linked?: string): string {
  const known = knownHospitals()
  const tenantId = linked ?? known[0]?.tenantId ?? currentTenant()
  const name = known.find((one) => one.tenantId === tenantId)?.name
  return name ?? (tenantId === defaultTenant ? '' : tenantId)
}
