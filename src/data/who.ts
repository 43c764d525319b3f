import { kept } from './stored.ts'

/** The page's own client id; it is public and grants nothing by itself. */
export const basicClient = `Basic ${btoa('web:web_secret')}`

/** The default tenant. */
export const defaultTenant = '000000'

let tenant = kept<string>('tenantId') ?? defaultTenant

/** The tenant that calls are made for. */
export function currentTenant(): string {
  return tenant
}

/** Sets the tenant of all further calls. */
export function actFor(next: string): void {
  tenant = next
}
