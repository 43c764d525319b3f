import type { ReadPlan } from '../context.ts'

type Plans = Readonly<Record<string, ReadPlan>>
type Answered<P extends Plans> = { readonly [K in keyof P]: Awaited<ReturnType<P[K]['answer']>> }

/** Combines several reads into one: their statements travel in one round trip, and the answer has each result under its key. */
export function combineReads<const P extends Plans>(plans: P): ReadPlan<Answered<P>> {
  const named = Object.entries(plans)
  return {
    queries: named.flatMap(([, plan]) => plan.queries),
    async answer(results) {
      let at = 0
      const answers: [string, unknown][] = []
      for (const [name, plan] of named) {
        answers.push([name, await plan.answer(results.slice(at, at + plan.queries.length))])
        at += plan.queries.length
      }
      return Object.fromEntries(answers) as Answered<P>
    },
  }
}
