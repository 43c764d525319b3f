import { dayWord, type HomeFigure } from '#contract/kit/entity/home.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Wanted } from '#contract/kit/figures/measure.ts'
import type { Actor } from '#server/kit/access/actor.ts'

const suffixed = /^(.+?)(_ge|_le)$/
const moments: ReadonlySet<string> = new Set(['createTime_dategt', 'createTime_datelt'])

/** What `_own` stands for; undefined for a person without a department. */
const ownOf = (of: HomeFigure['of'], name: string, actor: Actor): string | undefined => {
  const field = of.fields[name]
  return field?.kind === 'link' && field.to === 'user' ? actor.userId : (actor.deptId ?? undefined)
}

/**
 * The filters of a figure as the address of its list carries them: wire names, days instead of words. Undefined where the tenant hides a field that it filters by, or where
 * the person has none of what `_own` asks for. `where` names fields.
 */
export function addressFilter(view: View, where: Wanted, actor: Actor, today: string): Wanted | undefined {
  const found: Record<string, string> = {}
  for (const [key, value] of Object.entries(where)) {
    const [, name = key, suffix = ''] = suffixed.exec(key) ?? []
    const read = value === '_own' ? ownOf(view.entity, name, actor) : dayWord(value, today)
    if (read === undefined) return undefined
    if (moments.has(key)) found[key] = read
    else if (name in view.fields) found[`${wireName(name, view.entity.fields[name]!)}${suffix}`] = read
    else return undefined
  }
  return found
}

/** The same as the list is asked for it: a last day of moments means its end. */
export const listFilter = (view: View, filter: Wanted): Wanted =>
  Object.fromEntries(
    Object.entries(filter).map(([key, value]) => {
      const isMoment = key.endsWith('_le') && view.entity.fields[key.slice(0, -3)]?.kind === 'time'
      return [key, isMoment && value.length === 10 ? `${value} 23:59:59.999` : value]
    }),
  )
