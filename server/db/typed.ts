import { type Compilable, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { device } from '#contract/entities/asset/device.ts'
import type { devicePart } from '#contract/entities/asset/device-part.ts'
import type { checkLine } from '#contract/entities/check/check-line.ts'
import type { checkMember } from '#contract/entities/check/check-member.ts'
import type { checkScan } from '#contract/entities/check/check-scan.ts'
import type { checkTask } from '#contract/entities/check/check-task.ts'
import type { location } from '#contract/entities/place/location.ts'
import type { dept } from '#contract/entities/platform/dept.ts'
import type { user } from '#contract/entities/platform/user.ts'
import type { Entity } from '#contract/kit/entity.ts'
import type { Field } from '#contract/kit/field.ts'
import type { Query } from './query.ts'

type Snake<S extends string> = S extends `${infer C}${infer R}`
  ? C extends Lowercase<C>
    ? `${C}${Snake<R>}`
    : `_${Lowercase<C>}${Snake<R>}`
  : S
type ColumnOf<K extends string, F extends Field> = F extends { kind: 'link' } ? `${Snake<K>}_id` : Snake<K>
type StoredOf<F extends Field> = F extends { kind: 'integer' | 'flag' } ? number : F extends { kind: 'json' } ? unknown : string

/** The SQL row of an entity, inferred from its declaration. */
export type TableOf<E extends Entity> = {
  tenant_id: string
  id: string
  version: number
  created_by: string | null
  created_at: string
  updated_by: string | null
  updated_at: string
} & {
  [K in keyof E['fields'] & string as ColumnOf<K, E['fields'][K]>]: E['fields'][K] extends { required: true }
    ? StoredOf<E['fields'][K]>
    : StoredOf<E['fields'][K]> | null
}

interface Soft {
  is_deleted: boolean
}
interface Path {
  path: string
}

export interface Database {
  device: TableOf<typeof device> & Soft
  device_part: TableOf<typeof devicePart> & Soft
  location: TableOf<typeof location> & Soft & Path
  dept: TableOf<typeof dept> & Soft & Path
  app_user: TableOf<typeof user> & Soft
  check_task: TableOf<typeof checkTask> & Soft
  check_line: TableOf<typeof checkLine>
  check_member: TableOf<typeof checkMember>
  check_scan: TableOf<typeof checkScan>
}

/** Typed building of statements; they run through our own batches, never through this object. */
export const db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** A built statement as text and values. */
export function compiled(query: Compilable): Query {
  const { sql, parameters } = query.compile()
  return { text: sql, values: parameters }
}
