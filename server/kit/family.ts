import type { AnswerKind, AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Call } from '#contract/kit/entity/call.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { type Entity, rightOf, urlsOf, type Verb, verbsOf, writes } from '#contract/kit/entity/entity.ts'
import { isListCall } from '#contract/kit/entity/list.ts'
import { stepUrls } from '#contract/kit/entity/machine.ts'
import { calls, entities, entityNamed, machines } from '#contract/registry.ts'
import type { Context, Reader, ReadPlan, Writer } from './context.ts'
import { exportPlan, templatePlan } from './export/export.ts'
import { hooksOf } from './hooks.ts'
import { withLines } from './lines/with-lines.ts'
import { refuseConditions, withoutFilter } from './read/filter.ts'
import { detailPlan, listPlan, selectPlan } from './read/list.ts'
import { lazyPlan, treePlan } from './read/tree.ts'
import { isWhole, wholePlan } from './read/whole-tree.ts'
import { idOf, idsAlone } from './refuse.ts'
import { historyPlan } from './steps/history.ts'
import { askOfStep, runStep } from './steps/step.ts'
import { remove } from './write/remove.ts'
import { submit } from './write/save.ts'

/** One call as the server handles it, independent of the declaration it comes from. */
export interface Route {
  /** Name of the call, also the kind of a queued operation: `device.submit`, `check.scan`. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'HEAD'
  /** The module that the call belongs to. */
  readonly module?: string
  /** URLs without `/api`. */
  readonly urls: readonly string[]
  readonly may: string
  readonly answers: AnswerKind
  /** What a queued operation passes to its target: a draft, one row, or several rows by id; absent for a call without a target. */
  readonly takes?: 'draft' | 'row' | 'rows'
  readonly read?: Reader
  readonly write?: Writer
  /**
   * Runs as the person before the transaction opens, so its effects persist even if the call fails. Calls to other servers and file stores
   * belong here; `write` gets the result as `asked` of its context and must check that the rows it depends on are unchanged.
   */
  readonly before?: ((context: Context) => Promise<unknown>) | undefined
  /** The only list among the inputs of the call; a client may send it as the whole body. */
  readonly list?: string
  readonly timeoutS?: number
  readonly bodyLimit?: number
}

/** Renames the id of a request for one row to `id`, from the entity's `idName`. */
const byId = ({ idName }: Entity, context: Context): Context =>
  idName === undefined || context.input[idName] === undefined
    ? context
    : { ...context, input: { ...context.input, id: context.input[idName] } }

const readers: Partial<Record<Verb, (of: Entity) => Reader>> = {
  list: (of) => (context) => (isWhole(of, context) ? wholePlan : listPlan)(context.actor.settings.view(of), context),
  page: (of) => (context) => listPlan(context.actor.settings.view(of), context),
  detail: (of) => (said) => {
    const context = byId(of, said)
    return withLines(of, context, detailPlan(context.actor.settings.view(of), context))
  },
  select: (of) => (context) => selectPlan(context.actor.settings.view(of), context, [], { says: true }),
  tree: (of) => (context) => treePlan(context.actor.settings.view(of), context),
  lazyTree: (of) => (context) => lazyPlan(context.actor.settings.view(of), context, false),
  lazyList: (of) => (context) => lazyPlan(context.actor.settings.view(of), context, true),
  export: (of) => (context) => exportPlan(context.actor.settings.view(of), context),
  history: (of) => (context) => historyPlan(context.actor.settings.view(of), context, idOf(context)),
  template: (of) => (context) => templatePlan(context.actor.settings.view(of), context),
}
const writers: Partial<Record<Verb, (of: Entity) => Writer>> = {
  submit: (of) => (context, tx) => submit(context.actor.settings.view(of), context, tx),
  remove: (of) => (context, tx) => remove(context.actor.settings.view(of), context, tx, idsAlone(context)),
}
const answersOf: Partial<Record<Verb, Route['answers']>> = {
  history: 'page',
  list: 'page',
  page: 'page',
  detail: 'one',
  submit: 'one',
  remove: 'one',
  export: 'file',
  template: 'file',
}

/** The routes of the verbs of every entity. */
export function familyRoutes(): Route[] {
  return entities.flatMap((of) =>
    verbsOf(of).map((verb) => ({
      name: `${of.name}.${verb}`,
      module: of.module,
      method: writes(verb) ? ('POST' as const) : ('GET' as const),
      urls: urlsOf(of, verb),
      may: rightOf(of, verb),
      answers: answersOf[verb] ?? 'list',
      read: readers[verb]?.(of),
      write: writers[verb]?.(of),
      before: verb === 'submit' ? hooksOf(of)?.ask : undefined,
      takes: verb === 'submit' ? ('draft' as const) : verb === 'remove' ? ('rows' as const) : undefined,
    })),
  )
}

/** The routes of all steps of every machine that have one. */
export function stepRoutes(): Route[] {
  return machines.flatMap((on) =>
    Object.entries(on.steps).flatMap(([name, step]) => {
      const urls = stepUrls(on, name)
      const write: Writer = (context, tx) => runStep(on, name, context, tx)
      return urls.length > 0 && step.may
        ? [
            {
              name: `${on.entity}.${name}`,
              module: entityNamed(on.entity).module,
              method: 'POST' as const,
              urls,
              may: step.may,
              answers: 'one' as const,
              takes: 'row' as const,
              write,
              before: askOfStep(on, name),
            },
          ]
        : []
    }),
  )
}

export type Answer = { readonly of: Call } & (
  | { readonly read: (context: Context) => ReadPlan }
  | (Pick<Route, 'before'> & { readonly write: Writer })
)

/** Casts the data that a front end of the SpringBlade family reads to the answer type `T`, as `others` of the call declares it. */
export const toOthers = <T>(data: unknown): T => data as T

/** The handler of a named call, either a read or a write; its result has the declared type. */
export const answer = <const C extends Call>(
  of: C,
  handler: { read: Reader<AnswerOf<C>> } | { write: Writer<AnswerOf<C>>; before?: Route['before'] },
): Answer => ({ of, ...handler })

/** Wraps a reader to refuse filter conditions on fields. */
const withoutConditions =
  (read: Reader): Reader =>
  (context) => {
    refuseConditions(context.input)
    return read(context)
  }

/** The routes of named calls. Throws if a call has no handler and is not in `elsewhere`. */
export function callRoutes(answers: readonly Answer[], elsewhere: ReadonlySet<string>): Route[] {
  const byName = new Map(answers.map((one) => [one.of.name, one]))
  return calls.flatMap((of) => {
    if (elsewhere.has(of.name)) return []
    const found = byName.get(of.name)
    if (!found) throw new Error(`the call ${of.name} has no answer`)
    const { of: _, ...handler } = found
    const { read } = handler as { read?: Reader }
    const narrowsNothing = of.method === 'GET' && Object.keys(of.input).every((name) => withoutFilter.has(name))
    return [
      {
        name: of.name,
        module: of.module,
        method: of.method,
        urls: pathsOf(of),
        may: of.may,
        answers: of.answers.kind,
        timeoutS: of.timeoutS,
        bodyLimit: of.bodyLimit,
        list: Object.entries(of.input).length === 1 ? Object.keys(of.input).find((name) => of.input[name]?.kind === 'items') : undefined,
        ...handler,
        ...(read && narrowsNothing && !isListCall(of) ? { read: withoutConditions(read) } : {}),
      },
    ]
  })
}
