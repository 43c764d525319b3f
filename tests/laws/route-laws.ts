import type { Call } from '#contract/kit/entity/call.ts'
import { type Entity, rightOf, verbsOf } from '#contract/kit/entity/entity.ts'
import type { Machine } from '#contract/kit/entity/machine.ts'
import type { FieldMap } from '#contract/kit/fields/field.ts'
import type { Answer, Route } from '#server/kit/family.ts'

/** Unguarded routes: no right that exists, and not for every signed-in person. */
export const unguarded = (routes: readonly Pick<Route, 'name' | 'may'>[], rights: ReadonlySet<string>): string[] =>
  routes.filter(({ may }) => may !== 'session' && !rights.has(may)).map(({ name, may }) => `${name} asks for “${may}”`)

/** Rights that no default role holds. */
export const ungranted = (rights: Iterable<string>, roles: readonly (readonly string[])[]): string[] => {
  const granted = new Set(roles.flat())
  return [...rights].filter((right) => !granted.has(right))
}

/** URLs that two routes answer by the same method. */
export const doubleUrls = (routes: readonly Pick<Route, 'name' | 'method' | 'urls'>[]): string[] => {
  const seen = new Map<string, string>()
  return routes.flatMap(({ name, method, urls }) =>
    urls.flatMap((url) => {
      const key = `${method} ${url}`
      const first = seen.get(key)
      seen.set(key, name)
      return first === undefined ? [] : [`${key}: ${first} and ${name}`]
    }),
  )
}

/** Calls without an answer, and answers to what is not declared. `elsewhere`: calls that have routes of their own. */
export const unanswered = (calls: readonly Call[], answers: readonly Answer[], elsewhere: ReadonlySet<string>): string[] => {
  const answered = answers.map((one) => one.of.name)
  return [
    ...calls.filter(({ name }) => !elsewhere.has(name) && !answered.includes(name)).map(({ name }) => `${name} has no answer`),
    ...answered.filter((name, index) => answered.indexOf(name) !== index).map((name) => `${name} is answered twice`),
    ...answered.filter((name) => !calls.some((of) => of.name === name)).map((name) => `${name} is not declared`),
    ...answers
      .filter(({ of, ...handler }) => 'write' in handler !== (of.writes === true))
      .map(({ of }) => `${of.name} says it ${of.writes ? 'writes' : 'reads'} and does not`),
  ]
}

/** What a role is asked to choose in forms, lines and steps and may not list, such as `purchasePlan.budget`. Fields with options of their own ask another call. */
export function unchoosable(granted: readonly string[], entities: readonly Entity[], machines: readonly Machine[]): string[] {
  const has = new Set(granted)
  const byName = new Map(entities.map((of) => [of.name, of]))
  const missing = (fields: FieldMap, where: string, without?: string): string[] =>
    Object.entries(fields).flatMap(([name, field]) => {
      if ((field.kind !== 'link' && field.kind !== 'ids') || field.readOnly || field.options || name === without) return []
      const to = byName.get(field.to ?? '')
      return to && field.to !== 'file' && !has.has(rightOf(to, 'select')) ? [`${where}.${name}`] : []
    })
  return [
    ...entities
      .filter((of) => verbsOf(of).includes('submit') && has.has(rightOf(of, 'submit')))
      .flatMap((of) => [
        ...missing(of.fields, of.name),
        ...(of.lines ?? []).flatMap((line) => missing(byName.get(line.entity)!.fields, `${of.name}.${line.as}`, line.by)),
      ]),
    ...machines.flatMap((on) =>
      Object.entries(on.steps).flatMap(([name, { may, input }]) => (may && has.has(may) ? missing(input, `${on.entity}.${name}`) : [])),
    ),
  ]
}
