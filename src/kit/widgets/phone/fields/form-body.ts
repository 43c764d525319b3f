import { wireName } from '#contract/kit/entity/shape.ts'
import type { FieldMap } from '#contract/kit/fields/field.ts'
import { parse } from '#contract/kit/fields/parse.ts'
import { sayProblem } from '#contract/kit/fields/problem.ts'
import type { Language } from '#contract/kit/words.ts'
import type { Photo } from '#src/data/outbox/ports.ts'
import { isPreparingPhotos } from '#src/kit/phone/store/photo-work.ts'
import { word } from '#src/words/words.ts'
import type { Problems, Values } from './form-values.ts'

export interface FormBody {
  /** The body to send; photos by id. */
  readonly body: Readonly<Record<string, unknown>>
  /** Photos to store with the body. */
  readonly photos: readonly Photo[]
  readonly problems: Problems
}

const isNothing = (value: unknown): boolean => value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Validates a filled form against the contract: returns the non-empty values, and problems in the given language. */
export function bodyOf(fields: FieldMap, values: Values, language: Language): FormBody {
  const photos: Photo[] = []
  const raw: Record<string, unknown> = {}
  const early: Record<string, string> = {}
  for (const [key, field] of Object.entries(fields)) {
    const name = wireName(key, field)
    const value = values[name]
    if (field.kind === 'ids' && field.to === 'file' && isPreparingPhotos()) early[name] = word('photo.wait')
    if (isNothing(value)) continue
    if (field.kind === 'ids' && field.to === 'file') {
      photos.push(...(value as Photo[]))
      raw[name] = (value as Photo[]).map((photo) => photo.id)
    } else raw[name] = field.kind === 'items' ? (value as Values[]).map(givenOf) : value
  }
  const { value: body, problems } = parse(fields, raw)
  const wrong = Object.fromEntries(problems.map((problem) => [problem.field, sayProblem(problem, language)]))
  return { body, photos, problems: { ...wrong, ...early } }
}

const givenOf = (item: Values): Values => Object.fromEntries(Object.entries(item).filter(([, value]) => !isNothing(value)))
