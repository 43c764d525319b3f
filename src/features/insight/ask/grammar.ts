import type { Meaning, Question, Reading } from '#contract/ask/meaning.ts'
import { namedBy, scopeOf } from '#contract/ask/scope.ts'
import { askSubjects } from '#contract/ask/subjects.ts'
import { type Names, namesToAsk, subjectAsked, understand } from '#contract/ask/understand.ts'
import { type Vocabulary, vocabularyOf } from '#contract/ask/vocabulary.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { measureAddress } from '#src/kit/chart/measure-address.ts'
import { pageSizes } from '#src/kit/list/list-state.ts'
import { findNames, type Lookup } from './find-names.ts'

export type { Lookup }

/** What a question is about, whose view and names have to be known. */
export interface About {
  readonly entity: Entity
  /** The texts that may be names, and the entities whose rows they can be. */
  readonly texts: readonly string[]
  readonly kinds: readonly string[]
}

/** The grammar of a reader, who may list what the rights say. */
export class Grammar {
  private readonly subjects
  private readonly vocabularies = new Map<View | undefined, Vocabulary>()

  constructor(rights: readonly string[]) {
    this.subjects = askSubjects(new Set(rights))
  }

  private vocabulary(view: View | undefined): Vocabulary {
    const known = this.vocabularies.get(view)
    if (known) return known
    const made = vocabularyOf(this.subjects, new Map(view ? [[view.entity.name, view]] : []))
    this.vocabularies.set(view, made)
    return made
  }

  /** What the sentence is about; undefined where nothing of it says what is asked. */
  about(typed: string, view: View | undefined): About | undefined {
    const today = homeDay(new Date())
    const vocabulary = this.vocabulary(view)
    const subject = subjectAsked(typed, vocabulary, today)
    if (!subject) return undefined
    const scope = scopeOf(subject, vocabulary)
    const isDevices = scope.entity.name === 'device' && this.subjects.some(({ kind, of }) => kind === 'list' && of.name === 'device')
    return {
      entity: scope.entity,
      texts: namesToAsk(typed, vocabulary, today),
      kinds: [...namedBy(scope), ...(isDevices ? ['device'] : [])],
    }
  }

  read(typed: string, view: View | undefined, names: Names): readonly Reading[] {
    return understand(typed, this.vocabulary(view), names, homeDay(new Date()))
  }

  find(texts: readonly string[], kinds: readonly string[], lookup: Lookup): Promise<ReadonlyMap<string, readonly Meaning[]>> {
    return findNames(texts, kinds, lookup)
  }

  /** The address of the page that answers a question. */
  address({ subject, figure, group, split, compare, filters, keyword, sort, top }: Question): string {
    if (subject.kind === 'measure')
      return measureAddress(subject.of, {
        filters,
        ...(figure ? { figure } : {}),
        ...(group ? { group } : {}),
        ...(split ? { split } : {}),
        ...(compare ? { compare } : {}),
      })
    const search = new URLSearchParams(filters)
    if (keyword) search.set('keyword', keyword)
    if (sort) search.set(sort.isRising ? 'ascs' : 'descs', sort.by)
    const size = top === undefined ? undefined : pageSizes.find((one) => one >= top)
    if (size) search.set('size', String(size))
    return `${subject.page}${search.size > 0 ? `?${search}` : ''}`
  }
}
