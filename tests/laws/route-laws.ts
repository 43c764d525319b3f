import type { Call } from '#contract/kit/entity/call.ts'
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
