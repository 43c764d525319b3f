import type { RoleName } from './kit/area.ts'
import { roleNames } from './kit/role-names.ts'
import type { dataScopes } from './kit/scope-kind.ts'
import type { Words } from './kit/words.ts'
import { areaFacts } from './registry.ts'
import { rights } from './rights.ts'

export interface DefaultRole extends Words {
  readonly reach: keyof typeof dataScopes
  /** `*` all; `device.*` all of an entity; `*.list` one verb of all; or one right. */
  readonly may: readonly string[]
}

interface RoleFacts {
  readonly reach: keyof typeof dataScopes
  /** What it may beside what the modules say. */
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
  may: [...(roles[name].may ?? []), ...areaFacts.flatMap(({ rights }) => rights?.[name] ?? [])],
})

/** The roles that every tenant starts with, their rights as the modules give them. The key is the role's fixed key and its first alias. */
export const defaultRoles = Object.fromEntries((Object.keys(roles) as RoleName[]).map((name) => [name, withModules(name)])) as Readonly<
  Record<RoleName, DefaultRole>
>

/** The role of the virtual user, a screen that only shows. */
export const viewerRole = 'virtual' satisfies keyof typeof defaultRoles

/** Roles of people who are not the hospital's own staff: a service provider's accounts and screens. */
export const outsideRoles = [viewerRole, 'provider_engineer'] as const satisfies readonly (keyof typeof defaultRoles)[]

/** The nickname by which pages know the virtual user; the server gives it to people who hold that role alone. */
export const virtualNickName = 'virtual'

/** Whether a person only looks at a screen on a wall. `role`: the aliases of their roles with commas between them. */
export const isViewer = (role: string): boolean => role !== '' && role.split(',').every((alias) => alias === viewerRole)

/** What `*.list` and `*.export` do not name: parameters, which may hold addresses and keys of other programs, and what auditors alone look at. */
const named: ReadonlySet<string> = new Set(['param', 'accessReview'])

/** The rights that patterns such as `device.*` name. */
export function expand(patterns: readonly string[]): string[] {
  return [...rights.keys()].filter((right) => {
    const [of, verb] = right.split('.')
    return patterns.some(
      (pattern) => pattern === '*' || pattern === right || pattern === `${of}.*` || (pattern === `*.${verb}` && !named.has(of!)),
    )
  })
}

/** The tenant that makes the others. */
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

/** Whether a right is about other tenants, the installation or what all tenants share, so that only the platform's own roles may hold it. */
export const isPlatformRight = (right: string): boolean =>
  /^(hospital|menu|topMenu|tenantPackage|oauthClient|oss|codeForm|codeField)\./.test(right) || platformRights.has(right)

/** The rights that a default role has in a tenant. */
export function rightsIn(tenantId: string, { may }: DefaultRole): string[] {
  const all = expand(may)
  return tenantId === platformTenant ? all : all.filter((right) => !isPlatformRight(right))
}
