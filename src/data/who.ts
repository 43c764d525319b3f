import { kept } from './stored.ts'

/** The page's client id; public, grants nothing on its own. */
export const basicClient = `Basic ${btoa('web:web_secret')}`

/** The default tenant. */
export const defaultTenant = '000000'

let tenant = kept<string>('tenantId') ?? defaultTenant

/** The tenant used for calls. */
export function currentTenant(): string {
  return tenant
}

/** Sets the tenant for all further calls. */
export function actFor(next: string): void {
  tenant = next
}
