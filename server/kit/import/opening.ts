import { headingKey } from '#contract/imports.ts'
import type { Field } from '#contract/kit/field.ts'
import { goneState, type ImportFacts } from '#contract/kit/import-facts.ts'
import type { View } from '#contract/kit/view.ts'
import { listedWords, type Words } from '#contract/kit/words.ts'
import type { Cell } from './cell.ts'
import { plain } from './cell-values.ts'
import type { Findings } from './findings.ts'
import { cellText, type Layout } from './headings.ts'

/** The text of a cell that is left empty, with its heading. */
export interface Kept {
  /** Index of its column, from 0. */
  readonly at: number
  readonly heading: string
  readonly text: string
}

/** An initial state, with the text of its cell. */
export interface Opening extends Kept {
  readonly state: string
  /** Another system says that what the row records is gone. */
  readonly isGone?: true
  /** The word is unknown; its text is kept already. */
  readonly isUnknown?: true
}

/** What a cell says of the initial state. `warning`: it is not known, or none that a row may begin with. */
export interface ReadOpening {
  readonly opening?: Omit<Opening, keyof Kept>
  readonly warning?: Words
}

const keyOf = (text: string): string => plain(text).toLowerCase().replace(/[-_]+/g, ' ')
const brackets = /[([{【].*?[)\]}】]/g

/** Words of the placeholders that say of a state that it is unknown, not that nothing is said. */
const untold = new Set(['不详', '未知', '待查', 'tbd'])

/** Whether a cell says that the state is unknown. */
export const isUntold = (cell: Cell): boolean => untold.has(keyOf(cellText(cell)))

/** Reads initial states: own words of the field, what people write for them, words for what is gone, longer texts with such words. */
export function openingReader(view: View, { opening }: ImportFacts): (cell: Exclude<Cell, null>, heading: string) => ReadOpening {
  const field: Field | undefined = opening && (view.fields[opening.field] ?? view.entity.fields[opening.field])
  if (!opening || field?.kind !== 'choice') return () => ({})
  const states = Object.entries(opening.of)
  const own = new Map(states.flatMap(([state]) => [field.of[state]!.zh, field.of[state]!.en, state].map((one) => [keyOf(one), state])))
  const said = new Map(states.flatMap(([state, words]) => words.map((one) => [keyOf(one), state])))
  const gone = new Set(opening.gone?.words.map(keyOf))
  const like = (opening.like ?? []).map(([state, pattern]) => [state, new RegExp(pattern)] as const)
  const headings = new Set(
    [field.zh, field.en, view.entity.fields[opening.field]!.zh, view.entity.fields[opening.field]!.en].map(headingKey),
  )
  const stateOf = (key: string, isOwnHeading: boolean): string | undefined =>
    (isOwnHeading ? own.get(key) : undefined) ?? (gone.has(key) ? goneState : (own.get(key) ?? said.get(key)))
  const all = listedWords(states.map(([state]) => field.of[state]!))
  const fallback = opening.unknown === undefined ? undefined : field.of[opening.unknown]!
  const unknown: ReadOpening = fallback
    ? {
        opening: { state: opening.unknown!, isUnknown: true },
        warning: {
          zh: `无法识别，建档时按“${fallback.zh}”，原文记入备注；可为：${all.zh}`,
          en: `is not recognised. Filed as “${fallback.en}” and the text goes into the note. Possible: ${all.en}`,
        },
      }
    : { warning: { zh: `不能作为初始状态，可为：${all.zh}`, en: `cannot be the initial status. Possible: ${all.en}` } }
  return (cell, heading) => {
    const key = keyOf(cellText(cell))
    const isOwn = headings.has(headingKey(heading))
    const bare = key.replace(brackets, '').trim()
    const state = stateOf(key, isOwn) ?? stateOf(bare, isOwn) ?? like.find(([, pattern]) => pattern.test(key))?.[0]
    if (state === undefined) return unknown
    return { opening: state === goneState ? { state: opening.gone!.state, isGone: true } : { state } }
  }
}

const leftOut: Words = { zh: '表示设备已不在，这一行不导入', en: 'says that the device is gone. The row is skipped' }
const kept: Words = { zh: '表示设备已不在，作为历史记录导入', en: 'says that the device is gone. The row is imported as history' }
const mayNot: Words = {
  zh: '表示设备已不在；没有建档权限，这一行不导入',
  en: 'says that the device is gone. You cannot file devices, so the row is skipped',
}

/**
 * Leaves out the rows of what is gone, or keeps them as history if the person chose that; each with a warning. `may`: whether the person may
 * bring rows in a state. `isNow`: whether rows begin in their states, as history must.
 */
export function withoutGone<R extends { readonly number: number; readonly opening?: Opening }>(
  rows: readonly R[],
  { asked }: Layout,
  { view, facts }: { readonly view: View; readonly facts: ImportFacts },
  { may, isNow }: { readonly may: boolean; readonly isNow: boolean },
  findings: Findings,
): { readonly rows: R[]; readonly gone: number } {
  const name = facts.opening?.field
  const label = name === undefined ? undefined : (view.fields[name] ?? view.entity.fields[name])
  const isKept = asked?.gone === 'keep'
  const words = !isKept ? leftOut : may ? kept : mayNot
  let gone = 0
  const left = rows.filter(({ number, opening }) => {
    if (!opening?.isGone) return true
    gone++
    findings.add({
      row: number,
      at: opening.at,
      field: name ?? null,
      grade: 'warning',
      words: { zh: `${label?.zh ?? ''}“${opening.text}”${words.zh}`, en: `${label?.en ?? ''} “${opening.text}” ${words.en}` },
      cause: { zh: `${label?.zh ?? ''}${words.zh}`, en: `${label?.en ?? ''} ${words.en}` },
      value: opening.text,
    })
    return isKept && may && isNow
  })
  return { rows: left, gone }
}
