import { createHash } from 'node:crypto'
import { defaultRoles } from '#contract/roles.ts'

/** A tenant without cards, with one user per default role, who signs in by the role's alias. */
export interface Hospital {
  readonly tenant: string
  /** Ids of the departments: 外科 holds 骨科; 内科 stands alone. */
  readonly depts: Readonly<Record<'surgery' | 'bones' | 'medicine', string>>
  /** User ids by role alias. */
  readonly users: Readonly<Record<keyof typeof defaultRoles, string>>
}

/** Password of every user of the small hospitals; `digest` is what the log-in sends. */
export const password = 'ward2026'
export const digest = (of: string): string => createHash('sha256').update(of).digest('hex')

/** Ids are the same in every run: `place` numbers the hospital and `index` the row. */
const fixed = (place: number, index: number): string =>
  `01900000-0000-7000-9000-${String(place).padStart(4, '0')}${String(index).padStart(8, '0')}`

/** The role of each user of a small hospital. */
export const aliases = Object.keys(defaultRoles) as (keyof typeof defaultRoles)[]

const hospitalOf = (tenant: string): Hospital => {
  const place = Number(tenant.slice(-4))
  return {
    tenant,
    depts: { surgery: fixed(place, 1), bones: fixed(place, 2), medicine: fixed(place, 3) },
    users: Object.fromEntries(aliases.map((alias, index) => [alias, fixed(place, 100 + index)])) as Hospital['users'],
  }
}

/** The two small hospitals; most tests work in the first and look from the second. */
export const home = hospitalOf('100002')
export const other = hospitalOf('100003')
