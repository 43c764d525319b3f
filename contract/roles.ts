import { roleNames } from './kit/access/role-names.ts'
import type { dataScopes } from './kit/access/scope-kind.ts'
import type { RoleName } from './kit/module.ts'
import type { Words } from './kit/words.ts'
import { moduleFacts } from './registry.ts'
import { rights } from './rights.ts'

export interface DefaultRole extends Words {
  readonly reach: keyof typeof dataScopes
  /** Patterns: `*` all rights; `device.*` all of an entity; `*.list` one verb of all entities; or one right. */
  readonly may: readonly string[]
}

interface RoleFacts {
  readonly reach: keyof typeof dataScopes
  /** Rights in addition to those that the modules grant. */
  readonly may?: readonly string[]
}

const roles: Readonly<Record<RoleName, RoleFacts>> = {
  administrator: { reach: 'all', may: ['*'] },
  equipment_manager: { reach: 'all', may: ['*.list', '*.export'] },
  engineer: { reach: 'all' },
  keeper: { reach: 'below' },
  head: { reach: 'below' },
  warehouse_keeper: { reach: 'dept' },
  provider_engineer: { reach: 'own' },
  auditor: { reach: 'all', may: ['*.list', '*.export'] },
  virtual: { reach: 'all' },
}

const withModules = (name: RoleName): DefaultRole => ({
  ...roleNames[name],
  ...roles[name],
  may: [...(roles[name].may ?? []), ...moduleFacts.flatMap(({ rights }) => rights?.[name] ?? [])],
})

/** The roles that every tenant starts with, with their rights from the modules. The key is the role's fixed key and its first alias. */
export const defaultRoles = Object.fromEntries((Object.keys(roles) as RoleName[]).map((name) => [name, withModules(name)])) as Readonly<
  Record<RoleName, DefaultRole>
>

/** The role of the virtual user: a view-only wall board. */
export const viewerRole = 'virtual' satisfies keyof typeof defaultRoles

/** Roles of people outside the hospital's staff: accounts of service providers, and wall boards. */
export const outsideRoles = [viewerRole, 'provider_engineer'] as const satisfies readonly (keyof typeof defaultRoles)[]

/** The nickname by which pages recognise the virtual user; the server sends it for people who hold only that role. */
export const virtualNickName = 'virtual'

/** Whether a person is a view-only wall board. `role`: the aliases of their roles, separated by commas. */
export const isViewer = (role: string): boolean => role !== '' && role.split(',').every((alias) => alias === viewerRole)

/**
 * Entities excluded from `*.list` and `*.export`: parameters, which may hold addresses and keys of other programs, records for auditors only,
 * and orders in the tenant of a provider.
 */
const named: ReadonlySet<string> = new Set(['param', 'accessReview', 'providerOrder'])

/** The rights that patterns such as `device.*` match. */
export function expand(patterns: readonly string[]): string[] {
  return [...rights.keys()].filter((right) => {
    const [of, verb] = right.split('.')
    return patterns.some(
      (pattern) => pattern === '*' || pattern === right || pattern === `${of}.*` || (pattern === `*.${verb}` && !named.has(of!)),
    )
  })
}

/** The tenant that creates the others. */
export const platformTenant = '000000'

const platformRights: ReadonlySet<string> = new Set([
  'dict.submit',
  'dict.remove',
  'region.submit',
  'region.remove',
  'apiScope.submit',
  'apiScope.remove',
  'timedJob.run',
])

/** Whether a right concerns other tenants, the installation or shared data, so that only the platform's own roles may hold it. */
export const isPlatformRight = (right: string): boolean =>
  /^(hospital|menu|topMenu|tenantPackage|oauthClient|oss|codeForm|codeField)\./.test(right) || platformRights.has(right)

/** The rights of a default role in a tenant. */
export function rightsIn(tenantId: string, { may }: DefaultRole): string[] {
  const all = expand(may)
  return tenantId === platformTenant ? all : all.filter((right) => !isPlatformRight(right))
}
