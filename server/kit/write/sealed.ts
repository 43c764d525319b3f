import { wireName } from '#contract/kit/entity/shape.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Problem } from '#contract/kit/fields/problem.ts'
import type { Context } from '../context.ts'
import { refusalOf } from '../refuse.ts'

/**
 * Throws for newly chosen values that are sealed in their dictionary. An operation queued on a phone passes, because its value may have
 * been sealed after it was chosen. `at`: the field name to report, for a value in a line.
 */
export function refuseSealed(
  context: Context,
  chosen: readonly { readonly name: string; readonly field: Field; readonly to: unknown; readonly at?: string }[],
): void {
  if (context.op) return
  const problems = chosen.flatMap(({ name, field, to, at = wireName(name, field) }): Problem[] => {
    const choice = field.kind === 'choice' && typeof to === 'string' && Object.hasOwn(field.of, to) ? field.of[to] : undefined
    return choice?.sealed ? [{ field: at, label: field, rule: 'sealed', limit: choice[context.language] }] : []
  })
  if (problems.length > 0) throw refusalOf(problems)
}
