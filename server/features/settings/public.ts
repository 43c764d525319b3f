import { menuRow } from '#contract/entities/settings/menu.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Words } from '#contract/kit/words.ts'
import { platformTenant } from '#contract/roles.ts'
import type { Context } from '#server/kit/context.ts'
import { daysOf, paramOf } from './params.ts'

/** Parameters of hospitals. */
export { daysOf, paramOf }

/** Refuses another tenant than the platform's: nothing reads these rows there, so that nothing may write them there either. */
export function refuseElsewhere({ actor }: Pick<Context, 'actor'>, right: Words = menuRow): void {
  if (actor.tenantId !== platformTenant) throw new Refusal('forbidden', { right })
}
