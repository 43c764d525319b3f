import { type Entity, rightOf, verbsOf } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import { entities } from '#contract/registry.ts'
import type { Context } from '#server/kit/context.ts'
import { refuseWithout } from '#server/kit/jobs/job-actor.ts'

/** The entity whose list a request names; refuses who may not list it. `field`: what the refusal of an unknown name is about. */
export function listedBy(context: Context, name: string, field: Field): Entity {
  const of = entities.find((one) => one.name === name && verbsOf(one).includes('list'))
  if (!of) throw new Refusal('not_found', { what: field })
  refuseWithout(context.actor, [rightOf(of, 'list')], `${of.name}.list`)
  return of
}

/** A search as it stands in an address, as the input of a list. */
export const searchInput = (search: string): Raw => Object.fromEntries(new URLSearchParams(search))
