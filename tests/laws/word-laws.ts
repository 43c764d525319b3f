import type { Call } from '#contract/kit/entity/call.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Machine } from '#contract/kit/entity/machine.ts'
import type { FieldMap } from '#contract/kit/fields/field.ts'
import type { MenuItem } from '#contract/kit/module.ts'
import type { Words } from '#contract/kit/words.ts'

/** A thing with a label and where it is declared. */
export type Labelled = readonly [where: string, words: Partial<Words> | undefined]

const ofFields = (where: string, fields: FieldMap): Labelled[] =>
  Object.entries(fields).flatMap(([name, field]): Labelled[] => [
    [`${where}.${name}`, field],
    ...(field.group ? [[`${where}.${name} (group)`, field.group] as const] : []),
    ...(field.kind === 'choice' ? Object.entries(field.of).map(([value, words]): Labelled => [`${where}.${name}=${value}`, words]) : []),
    ...(field.kind === 'items' ? ofFields(`${where}.${name}`, field.fields) : []),
  ])

/** Labels of entities, their fields, choices and groups. */
export const ofEntities = (entities: readonly Entity[]): Labelled[] =>
  entities.flatMap((of) => [[of.name, of] as const, ...ofFields(of.name, of.fields)])

/** Labels of steps, their states and inputs. */
export const ofMachines = (machines: readonly Machine[]): Labelled[] =>
  machines.flatMap((on) => [
    ...Object.entries(on.states).map(([state, words]): Labelled => [`${on.entity}.${on.field}=${state}`, words]),
    ...Object.entries(on.steps).flatMap(([name, step]): Labelled[] => [
      [`${on.entity}.${name}()`, step],
      ...ofFields(`${on.entity}.${name}()`, step.input),
    ]),
  ])

/** Labels of calls and their inputs. */
export const ofCalls = (calls: readonly Call[]): Labelled[] =>
  calls.flatMap((of) => [[`${of.name}()`, of] as const, ...ofFields(`${of.name}()`, of.input)])

/** Labels of menu items, to the last leaf. */
export const ofMenu = (items: readonly MenuItem[]): Labelled[] =>
  items.flatMap((item) => [[`menu ${item.code}`, item] as const, ...ofMenu(item.children ?? [])])

/** Labels of a plain list such as the errors. */
export const ofList = (what: string, list: Readonly<Record<string, Partial<Words>>>): Labelled[] =>
  Object.entries(list).map(([name, words]) => [`${what} ${name}`, words])

const chinese = /[㐀-鿿]/
const holes = (text: string): string => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort().join()

/** Labels that lack a language, hold Chinese on the English side, or fill other blanks in one language than in the other. */
export const wordless = (all: readonly Labelled[]): string[] =>
  all.flatMap(([where, words]) => {
    const missing = (['zh', 'en'] as const).filter((language) => !words?.[language]?.trim())
    if (missing.length > 0) return [`${where}: no ${missing.join(', no ')}`]
    const { zh, en } = words as Words
    // The errors of a single rule, conflict or withdrawal carry their whole sentence in a blank named after the language.
    if (!['error rule', 'error conflict', 'error withdrawn'].includes(where) && holes(zh) !== holes(en))
      return [`${where}: {${holes(zh)}} in zh, {${holes(en)}} in en`]
    return chinese.test(en) ? [`${where}: Chinese in en`] : []
  })

type Texts = Readonly<Record<string, string>>

/** Keys that one language has and the other lacks, empty texts, and blanks that differ. */
export const unequalWords = (zh: Texts, en: Texts): string[] => [
  ...Object.keys(zh)
    .filter((key) => !(key in en))
    .map((key) => `${key}: not in en`),
  ...Object.keys(en)
    .filter((key) => !(key in zh))
    .map((key) => `${key}: not in zh`),
  ...wordless(
    Object.keys(zh)
      .filter((key) => key in en && key !== 'language.zh')
      .map((key) => [key, { zh: zh[key], en: en[key] }]),
  ),
]

/** Keys that two lists give different texts, so that one hides the other. */
export const doubleKeys = (lists: readonly Texts[]): string[] => {
  const all = lists.flatMap((list) => Object.keys(list))
  return [...new Set(all.filter((key, index) => all.indexOf(key) !== index))]
}
