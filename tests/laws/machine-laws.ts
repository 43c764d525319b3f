import type { Entity } from '#contract/kit/entity/entity.ts'
import { type Machine, type Step, sourcesOf, stepUrls } from '#contract/kit/entity/machine.ts'
import { wireName } from '#contract/kit/entity/shape.ts'

const where = (on: Machine): string => `${on.entity}.${on.field}`

/** The states that a step may lead to; one that goes back leads to the state that the named steps left. */
const targetsOf = (on: Machine, step: Step): string[] =>
  typeof step.to === 'string'
    ? [step.to]
    : 'same' in step.to
      ? sourcesOf(on, step)
      : step.to.before.flatMap((name) => {
          const back = on.steps[name]
          return back ? sourcesOf(on, back) : []
        })

const stepsOf = (machines: readonly Machine[]) =>
  machines.flatMap((on) => Object.entries(on.steps).map(([name, step]) => ({ on, name, step, at: `${where(on)}.${name}` })))

/** States that no chain of steps leads to from the initial one. */
export const unreachable = (machines: readonly Machine[]): string[] =>
  machines.flatMap((on) => {
    const reached = new Set([on.initial])
    for (let size = 0; size < reached.size; ) {
      size = reached.size
      for (const step of Object.values(on.steps))
        if (sourcesOf(on, step).some((state) => reached.has(state))) for (const state of targetsOf(on, step)) reached.add(state)
    }
    return Object.keys(on.states)
      .filter((state) => !reached.has(state))
      .map((state) => `${where(on)}=${state}`)
  })

/** States without a way out, by machine. */
export const finalStates = (machines: readonly Machine[]): string[] =>
  machines.flatMap((on) => {
    const left = new Set(Object.values(on.steps).flatMap((step) => sourcesOf(on, step)))
    return Object.keys(on.states)
      .filter((state) => !left.has(state))
      .map((state) => `${where(on)}=${state}`)
  })

/** Steps that name states that are not there, or lead nowhere new. */
export const wrongStates = (machines: readonly Machine[]): string[] =>
  stepsOf(machines).flatMap(({ on, step, at }) => {
    const named = [...('anyBut' in step.from ? step.from.anyBut : step.from), ...(typeof step.to === 'string' ? [step.to] : [])]
    const unknown = named.filter((state) => !Object.hasOwn(on.states, state))
    if (unknown.length > 0) return [`${at} names ${unknown.join(', ')}`]
    if (sourcesOf(on, step).length === 0) return [`${at} starts from nowhere`]
    return typeof step.to === 'string' && sourcesOf(on, step).includes(step.to) ? [`${at} leads to where it starts`] : []
  })

/** Steps back to a step that is not there, goes back itself, or does not lead to where this one starts. */
export const wrongReturns = (machines: readonly Machine[]): string[] =>
  stepsOf(machines).flatMap(({ on, step, at }) =>
    typeof step.to === 'string' || 'same' in step.to
      ? []
      : step.to.before.flatMap((name) => {
          const back = on.steps[name]
          if (!back) return [`${at} goes back before ${name}, which does not exist`]
          if (typeof back.to !== 'string') return [`${at} goes back before ${name}, which goes back itself`]
          return sourcesOf(on, step).includes(back.to) ? [] : [`${at} goes back before ${name}, which leads to ${back.to}`]
        }),
  )

/** Step names used twice on an entity, that are verbs too, and URLs used twice. */
export const doubleSteps = (machines: readonly Machine[], verbs: readonly string[]): string[] => {
  const all = stepsOf(machines)
  const names = all.map(({ on, name }) => `${on.entity}.${name}`)
  const urls = all.flatMap(({ on, name }) => stepUrls(on, name))
  const twice = (list: string[]) => [...new Set(list.filter((one, index) => list.indexOf(one) !== index))]
  return [...twice(names), ...twice(urls), ...all.filter(({ name }) => verbs.includes(name)).map(({ at }) => `${at} is a verb`)]
}

/** Steps that a person may ask for without a right, inner ones with a right or a URL, and machines of no state field. */
export const wrongScopeKind = (machines: readonly Machine[]): string[] =>
  stepsOf(machines).flatMap(({ step, at }) => {
    if (!step.inner && !step.may) return [`${at} asks for no right`]
    return step.inner && (step.may || step.url || step.many) ? [`${at} is inner and has a right, a URL or many`] : []
  })

/** What steps set that is no field of their row, is said in no field of their input, or does not fit. */
export const wrongSets = (machines: readonly Machine[], entities: readonly Entity[]): string[] =>
  stepsOf(machines).flatMap(({ on, step, at }) => {
    const fields = Object.entries(entities.find(({ name }) => name === on.entity)?.fields ?? {})
    const said = Object.entries(step.input).map(([name, field]) => `said.${wireName(name, field)}`)
    return Object.entries(step.sets ?? {}).flatMap(([wire, set]) => {
      const field = fields.find(([name, one]) => wireName(name, one) === wire)?.[1]
      if (!field || wire === on.field) return [`${at} sets ${wire}, which is not its to set`]
      if (set === 'now' && field.kind !== 'time') return [`${at} sets ${wire} to a moment`]
      if (set === 'me' && !(field.kind === 'link' && field.to === 'user')) return [`${at} sets ${wire} to a person`]
      return typeof set === 'string' && set.startsWith('said.') && !said.includes(set) ? [`${at} sets ${wire} to ${set}`] : []
    })
  })

/** What notices of steps name that is not there: kinds, texts, people, and the department whose people are told. */
export const wrongNotices = (machines: readonly Machine[], entities: readonly Entity[], kinds: readonly string[]): string[] =>
  stepsOf(machines).flatMap(({ on, step: { tells }, at }) => {
    const of = entities.find(({ name }) => name === on.entity)
    if (!tells || !of) return []
    const { kind, subject = [of.title], users = [], holders, dept = of.scope?.dept, detail } = tells
    const isText = (name: string): boolean => ['text', 'numbering'].includes(of.fields[name]?.kind ?? '')
    const isLink = (name: string, to: string): boolean => {
      const field = of.fields[name]
      return field?.kind === 'link' && field.to === to
    }
    return [
      ...(kinds.includes(kind) ? [] : [`${at} tells ${kind}, which no manifest has`]),
      ...[...subject, ...(detail === undefined ? [] : [detail])].filter((name) => !isText(name)).map((name) => `${at} repeats ${name}`),
      ...users.filter((name) => !isLink(name, 'user')).map((name) => `${at} tells ${name}`),
      ...(holders !== undefined && of.scope && !(dept !== undefined && isLink(dept, 'dept'))
        ? [`${at} tells holders of no department`]
        : []),
    ]
  })
