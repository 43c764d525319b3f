import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Value } from '#contract/kit/entity/shape.ts'
import type { Field } from '#contract/kit/fields/field.ts'

type Held<F extends Field> = (F extends { kind: 'link' } ? string : Value<F>) | (F extends { required: true } ? never : null)

interface System {
  readonly tenantId: string
  readonly id: string
  readonly version: number
  readonly createdBy: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly isDeleted: boolean
}

type Columns<E extends Entity> = System & {
  readonly [K in keyof E['fields'] & string as E['fields'][K] extends { kind: 'link' } ? `${K}Id` : K]: Held<E['fields'][K]>
}

/** The row of a statement whose columns are named like fields of an entity, links as `<name>Id`; the types come from the declaration. */
export type RowOf<E extends Entity, K extends keyof Columns<E>> = Pick<Columns<E>, K>
