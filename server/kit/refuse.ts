import { Refusal } from '#contract/kit/errors.ts'
import type { FieldMap } from '#contract/kit/fields/field.ts'
import { type Parsed, type ParseOptions, parse, type Raw } from '#contract/kit/fields/parse.ts'
import { type Problem, sayProblem } from '#contract/kit/fields/problem.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Context } from './context.ts'

/** A refusal that names all problems in one sentence; its data lists them by field, with the successor of a retired row. */
export function refusalOf(found: readonly Problem[]): Refusal {
  // Limited, so that a small request cannot cause a large answer.
  const problems = found.slice(0, 20)
  const all: Words = {
    zh: problems.map((one) => sayProblem(one, 'zh')).join('；'),
    en: problems.map((one) => sayProblem(one, 'en')).join('; '),
  }
  return new Refusal(
    'bad_input',
    { problems: all },
    problems.map(({ field, rule, successor }) => ({ field, rule, ...(successor && { successor }) })),
  )
}

interface ReadOptions extends ParseOptions {
  /** Forms of other vendors send all their fields: an empty field that is unknown here is ignored. */
  readonly ofOtherForm?: true
}

const saysNothing = (raw: unknown, { rule, field }: Problem): boolean => rule === 'unknown' && (raw as Raw)[field] === ''

/** Parses an input by its declaration; throws one refusal with all problems. */
export function read(fields: FieldMap, raw: unknown, { ofOtherForm, ...options }: ReadOptions = {}): Parsed {
  const { value, problems: found } = parse(fields, raw, options)
  const problems = ofOtherForm ? found.filter((one) => !saysNothing(raw, one)) : found
  if (problems.length > 0) throw refusalOf(problems)
  return value
}

const idField = { id: { kind: 'ids', zh: '编号', en: 'ID', required: true } } as const
const idsField = { ids: { kind: 'ids', zh: '编号', en: 'IDs', required: true } } as const

/** The `id` of a request; throws if it is missing or invalid. */
export function idOf(context: Context): string {
  const [id] = read(idField, { id: context.input.id }).id as string[]
  if (!id) throw refusalOf([{ field: 'id', label: idField.id, rule: 'required' }])
  return id
}

/** The `ids` of a request, at least one, sorted into the locking order. */
export function idsOf(context: Context): string[] {
  const ids = read(idsField, { ids: context.input.ids }).ids as string[]
  if (ids.length === 0) throw refusalOf([{ field: 'ids', label: idsField.ids, rule: 'required' }])
  return ids.sort()
}

/** The `ids` of a call that accepts no other field except a version; throws for any other field. */
export function idsAlone(context: Context): string[] {
  read(idsField, context.input, { beside: ['version'] })
  return idsOf(context)
}

/** The `version` of a row that a person saw, if the request has one; throws if it is invalid. */
export function versionIn({ version }: Raw): unknown {
  const isNumber = typeof version === 'number' || typeof version === 'string'
  if (version !== undefined && version !== null && !(isNumber && /^\d{1,9}$/.test(String(version))))
    throw refusalOf([{ field: 'version', label: { zh: '版本', en: 'Version' }, rule: 'not_integer' }])
  return version
}
