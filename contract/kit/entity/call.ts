import type { FieldMap } from '../fields/field.ts'
import type { Words } from '../words.ts'
import type { Answers } from './answer.ts'
import type { ModuleName } from './entity.ts'
import type { Shows } from './shows.ts'

export interface CallFacts extends Words {
  readonly module: ModuleName
  readonly method: 'GET' | 'POST' | 'PUT' | 'HEAD'
  /** URL after `/api`; several if the given calls use several. */
  readonly path: string | readonly string[]
  /** The required right; `session`: any signed-in person; `public`: anybody. */
  readonly may: string
  /** Whether it changes data, independent of its HTTP method. */
  readonly writes?: boolean
  /** Entities that a reading call reads; those of its module and their links if absent. */
  readonly reads?: readonly string[]
  /** Everyone who may make the call gets live updates for the entities it reads, even those that they may not list. */
  readonly tells?: true
  /** Entities whose rows a writing call may change. Derived from its name and its right when absent (`src/data/call-changes.ts`). */
  readonly changes?: readonly string[]
  readonly input: FieldMap
  readonly answers: Answers
  /** The answer for front ends of the SpringBlade family (`other-form.ts`). */
  readonly others?: Answers
  readonly timeoutS?: number
  /** A phone may queue it. It depends on no row version, so it may overtake operations of its lane that wait for a person. */
  readonly offline?: boolean | { readonly shows: Shows }
  /** Largest body in bytes; 1 MiB when absent. */
  readonly bodyLimit?: number
}

export interface Call<N extends string = string, I extends FieldMap = FieldMap, A extends Answers = Answers> extends CallFacts {
  readonly name: N
  readonly input: I
  readonly answers: A
}

/** Declares a call that is not a verb or step of an entity. */
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
