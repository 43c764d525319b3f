import { headingKey } from '#contract/imports.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { goneState, type ImportFacts } from '#contract/kit/sheets/import-facts.ts'
import { simplified } from '#contract/kit/text/simplified.ts'
import { listedWords, type Words } from '#contract/kit/words.ts'
import { type Cell, placeOf } from '../cells/cell.ts'
import { plain } from '../cells/cell-values.ts'
import type { Findings } from '../findings.ts'
import { cellText } from '../table/headings.ts'
import type { Layout } from '../table/layout.ts'

/** The text of a cell that was left empty, with its heading. */
export interface Kept {
  /** Index of its column, from 0; null if the text comes from the title of its table. */
  readonly at: number | null
  readonly heading: string
  readonly text: string
}

/** An initial state, with the text of its cell. */
export interface Opening extends Kept {
  readonly state: string
  /** Another system records that the device no longer exists. */
  readonly isGone?: true
  /** The word is unknown; its text is already kept. */
  readonly isUnknown?: true
  /** It comes from a second state column. */
  readonly isSecond?: boolean
}

/** The initial state in a cell. `warning`: it is unknown, or rows may not begin with it. */
export interface ReadOpening {
  readonly opening?: Omit<Opening, keyof Kept>
  readonly warning?: Words
}

const keyOf = (text: string): string => simplified(plain(text)).toLowerCase().replace(/[-_]+/g, ' ')
const brackets = /[([{【].*?[)\]}】]/g

/** Placeholders that mean "state unknown" instead of "no value". */
const untold = new Set(['不详', '未知', '待查', 'tbd'])

/** Whether a cell says that the state is unknown. */
export const isUntold = (cell: Cell): boolean => untold.has(keyOf(cellText(cell)))

/** Parses initial states: the field's own words, common synonyms, words for disposed devices, longer texts that contain such words. */
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
    const whole = stateOf(key, isOwn) ?? stateOf(bare, isOwn) ?? like.find(([, pattern]) => pattern.test(key))?.[0]
    const state = whole ?? ofParts(key, (part) => stateOf(part, isOwn))
    if (state === undefined) return unknown
    return { opening: state === goneState ? { state: opening.gone!.state, isGone: true } : { state } }
  }
}

const twoStates: Words = {
  zh: '在两列中不一致，取说得更明确的一个，另一个记入备注',
  en: 'differs between two columns. The one that says more is taken; the other goes into the note',
}

/** Decides between the states of two columns. `keep` receives the other one. */
export function chooseState(
  view: View,
  { opening }: ImportFacts,
  findings: Findings,
): (one: Opening | undefined, other: Opening, keep: (text: Kept) => void) => Opening {
  const weighs = opening?.weighs ?? []
  // An unknown word in the state column does not become "in use" because another column says the device is in good condition.
  const weightOf = ({ state, isUnknown, isSecond }: Opening): number => (isUnknown && isSecond ? -1 : weighs.indexOf(state))
  return (one, other, keep) => {
    if (one === undefined) return other
    const [taken, left] = weightOf(other) > weightOf(one) ? [other, one] : [one, other]
    if (taken.state === left.state || left.isUnknown) return taken
    const label = view.entity.fields[opening!.field]!
    const words = { zh: `${label.zh}${twoStates.zh}`, en: `${label.en} ${twoStates.en}` }
    findings.count({ at: one.at, field: opening!.field, grade: 'note', words, value: `${taken.text} / ${left.text}` })
    keep({ at: left.at, heading: left.heading || label.zh, text: left.text })
    return taken
  }
}

const numberBefore = /^\d{1,3}[ .、:]+(?=\D)/
const betweenParts = / {2,}|[/,;|+、]|(?<=\p{Script=Han}) (?=\p{Script=Han})/u

/**
 * The state of a text with a number prefix (`01-在用`), or with parts that all have the same state (`在用/完好`); undefined for every other text.
 */
function ofParts(key: string, stateOf: (part: string) => string | undefined): string | undefined {
  const parts = key.replace(numberBefore, '').split(betweenParts)
  const states = new Set(parts.map((part) => stateOf(part.trim())))
  return states.size === 1 ? [...states][0] : undefined
}

/** A title that covers both kinds of lists, or no list at all. */
const isMixed =
  /[含及和与、/&+]|在用|使用|现有|增减|变动|情况|办法|流程|规定|说明|申请表|\b(?:and|or|all|incl\w*|polic\w+|procedure|form|active|in use)\b/i
/** Words around the subject of a list. */
const ofList =
  /\d{2,4}\s*年(?:度|\d{1,2}月)?|(?:\d{4})|固定资产|医疗设备|医疗器械|设备|资产|仪器|器械|(?:登记|明细|统计|汇总|一览)?(?:清单|台账|台帐|目录|列表|表|册)|明细|\b(?:medical|fixed|equipment|devices?|assets?|items?|list|inventory|register|sheet)\b|[\s()（）_-]/gi

/** The state that a table title or sheet name implies for all rows: `2023年报废资产明细表`, `闲置设备`. Undefined for most titles. */
export function titleReader(view: View, facts: ImportFacts): (title: string) => ReadOpening['opening'] {
  const read = openingReader(view, facts)
  return (title) => {
    const text = simplified(plain(title))
    const bare = text.replace(ofList, '')
    if (bare === '' || text.length > mostTitle || isMixed.test(text)) return undefined
    const found = [bare, text].map((one) => read(one, '')).find(({ opening, warning }) => opening && !warning)?.opening
    return found && (found.isGone || ofTitles.includes(found.state)) ? found : undefined
  }
}

/** States that a title may imply. A list of repairs or loans is a log: its devices are no longer in that state. */
const ofTitles = ['disposed', 'pending_disposal', 'idle', 'in_stock', 'missing']
/** Longer lines above a table explain something. */
const mostTitle = 40

/** Other information on a row's state besides the state column. */
export interface BesideState {
  readonly number: number
  /** The state in its own cell, if any. */
  readonly own: Opening | undefined
  /** Text and day of the disposal date. */
  readonly wentOn: { readonly at: number; readonly heading: string; readonly text: string; readonly day: string | undefined } | undefined
  /** The title of its table within the sheet. */
  readonly title: string | undefined
}

/**
 * The state of a row without one: disposed if it has a disposal date, else what the title of its table or sheet implies. Reports a disposal
 * date that contradicts the state of the row. `today`: later days have not passed yet.
 */
export function contextStateReader(
  view: View,
  facts: ImportFacts,
  { sheets = [] }: Layout,
  today: string,
  tell: (row: number, at: number, words: Words, value: string) => void,
): (row: BesideState) => Opening | undefined {
  const ofTitle = titleReader(view, facts)
  const about = sheets.flatMap((sheet) => (sheet.isIn ? [sheet.about] : []))
  return ({ number, own, wentOn, title = about[placeOf(number).sheet] }) => {
    const isGone = wentOn && (wentOn.day === undefined ? /(?:19|20)\d\d/.test(wentOn.text) : wentOn.day <= today)
    if (isGone && (own === undefined || own.isUnknown) && facts.opening?.gone) {
      const { at, heading, text } = wentOn
      return { at, heading, text: `${heading} ${text}`, state: facts.opening.gone.state, isGone: true }
    }
    if (isGone && own && !own.isGone && !isEnding.includes(own.state)) tell(number, wentOn.at, contradicts(own.text), wentOn.text)
    if (own || title === undefined) return own
    const found = ofTitle(title)
    return found && { ...found, at: null, heading: facts.opening ? view.entity.fields[facts.opening.field]!.zh : '', text: title }
  }
}

const isEnding = ['disposed', 'pending_disposal', 'missing']
const contradicts = (state: string): Words => ({
  zh: `已过，而这一行的状态是“${state}”，请核对`,
  en: `has passed, but the row says “${state}”: check it`,
})

const leftOut: Words = { zh: '表示设备已不在，这一行不导入', en: 'says that the device is gone. The row is skipped' }
const kept: Words = { zh: '表示设备已不在，作为历史记录导入', en: 'says that the device is gone. The row is imported as history' }
const mayNot: Words = {
  zh: '表示设备已不在；没有建档权限，这一行不导入',
  en: 'says that the device is gone. You cannot file devices, so the row is skipped',
}

/**
 * Leaves out the rows of disposed devices, or keeps them as history if the person chose that; each with a warning. `may`: whether the
 * person may import rows in a state. `isNow`: whether rows begin in their states, which history needs.
 */
export function withoutDisposed<R extends { readonly number: number; readonly opening?: Opening }>(
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
