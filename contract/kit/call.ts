import type { Answers } from './answer.ts'
import type { Area } from './entity.ts'
import type { FieldMap } from './field.ts'
import type { Shows } from './shows.ts'
import type { Words } from './words.ts'

export interface CallFacts extends Words {
  readonly area: Area
  readonly method: 'GET' | 'POST' | 'PUT' | 'HEAD'
  /** URL after `/api`; several where the given calls use several. */
  readonly path: string | readonly string[]
  /** The right asked for; `session`: any signed-in person; `public`: anybody. */
  readonly may: string
  /** Whether it changes data, independent of its HTTP method. */
  readonly writes?: boolean
  /** Entities whose rows a reading call answers from; those of its area and what they link to when absent. */
  readonly reads?: readonly string[]
  /** Who may make the call is told live of changes of what it reads, also of entities that they may not list. */
  readonly tells?: true
  /** Entities whose rows a writing call may change. Derived from its name and its right when absent (`src/data/call-changes.ts`). */
  readonly changes?: readonly string[]
  readonly input: FieldMap
  readonly answers: Answers
  /** What front ends of the family of `other-form.ts` read instead. */
  readonly others?: Answers
  readonly timeoutS?: number
  /** A phone may queue it. It builds on no version of a row, so that it passes operations of its lane which wait for a person. */
  readonly offline?: boolean | { readonly shows: Shows }
  /** Largest body in bytes; 1 MiB when absent. */
  readonly bodyLimit?: number
}

export interface Call<N extends string = string, I extends FieldMap = FieldMap, A extends Answers = Answers> extends CallFacts {
  readonly name: N
  readonly input: I
  readonly answers: A
}

/** Declares a call that is not one of an entity's verbs or steps. */
export function call<const N extends string, const I extends FieldMap, const A extends Answers, const O extends Answers = Answers>(
  name: N,
  facts: CallFacts & { input: I; answers: A; others?: O },
): Call<N, I, A> & { readonly others?: O } {
  return { name, ...facts }
}

/** Every URL of a call, without `/api`. */
export function pathsOf(of: Call): readonly string[] {
  return typeof of.path === 'string' ? [of.path] : of.path
}
