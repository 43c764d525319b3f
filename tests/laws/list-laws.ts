import type { Call } from '#contract/kit/entity/call.ts'
import { type Entity, verbsOf } from '#contract/kit/entity/entity.ts'
import { isListCall, type ListCall } from '#contract/kit/entity/list.ts'
import { type Field, isPlain } from '#contract/kit/fields/field.ts'
import { isId } from '#contract/kit/fields/parse.ts'

const words: ReadonlySet<string> = new Set(['_none', '_some', '_own'])

function wrongFilter(field: Field, value: string): boolean {
  if (value === '_own') return field.kind !== 'link' || !['dept', 'user'].includes(field.to)
  if (words.has(value)) return false
  const values = value.split(',')
  if (field.kind === 'choice') return values.some((one) => !Object.hasOwn(field.of, one))
  if (field.kind === 'flag') return !['0', '1'].includes(value)
  return field.kind === 'link' ? !values.every(isId) : !isPlain(field)
}

const countable: ReadonlySet<Field['kind']> = new Set(['choice', 'flag', 'link', 'integer'])

function wrongFacts({ name, list, entity }: ListCall, byName: ReadonlyMap<string, Entity>): string[] {
  const of = byName.get(entity)
  if (!of) return [`${name} lists ${entity}`]
  const found: string[] = []
  const say = (what: string): void => void found.push(`${name} ${what}`)
  for (const [key, value] of Object.entries<string | undefined>(list.where ?? {}))
    if (value !== undefined && (!of.fields[key] || wrongFilter(of.fields[key], value))) say(`holds ${key}: ${value}`)
  for (const key of list.need ?? [])
    if (![...Object.keys(list.given ?? {}), list.row, list.person].includes(key)) say(`needs ${key}, which it does not take`)
  for (const [key, { over, field }] of Object.entries(list.joined ?? {}))
    if (of.fields[over]?.kind !== 'link' || !isPlain(field) || of.fields[key]) say(`joins ${key}`)
  const { below, by, each, sum } = list
  if (below) {
    const field = of.fields[below.by]
    if (field?.kind !== 'link' || field.to !== of.name) say(`hangs below ${below.by}`)
  }
  const isCount = list.kind === 'count' || list.kind === 'pageAndCount'
  if (isCount !== (by !== undefined) || (by && !countable.has(of.fields[by]!.kind))) say(`counts by ${by}`)
  if (each && of.fields[each]?.kind !== 'choice') say(`spreads ${each}`)
  if (sum && of.fields[sum]?.kind !== 'money') say(`adds up ${sum}`)
  if (list.kind === 'select' && !verbsOf(of).includes('select')) say('offers rows that have no choices')
  return found
}

/** Facts of named lists that name what does not exist or contradict each other. */
export const wrongLists = (calls: readonly Call[], entities: readonly Entity[]): string[] => {
  const byName = new Map(entities.map((of) => [of.name, of]))
  return calls.filter(isListCall).flatMap((one) => wrongFacts(one, byName))
}
