import { codeKey } from '../../kit/text/one-writing.ts'
import { parseGs1 } from '../gs1.ts'
import { plateOf } from '../plate-code.ts'
import { readCode } from '../scanned-code.ts'
import { type Segment, segmentsOf } from './plate-labels.ts'
import type { PlateBox, PlateField, PlateLine, PlateSuggestion } from './plate-types.ts'
import { isCompany, plain, valueReaders } from './plate-values.ts'

/** Score that each character of a value needs to count as certain. */
const CERTAIN = 0.8
/** Lines below this score are noise of the picture. */
const NOISE = 0.5

/** The order in which facts are offered. */
export const plateFields: readonly PlateField[] = ['name', 'model', 'serial', 'maker', 'registration', 'made', 'power', 'udiDi', 'udiPi']

interface Line extends PlateLine {
  readonly at: number
  readonly plainText: string
  readonly segments: readonly Segment[]
}

interface Candidate extends PlateSuggestion {
  /** Of several for one field the lowest counts: after a label, after a weak label, without any. */
  readonly rank: number
}

const right = ({ x, width }: PlateBox): number => x + width
const bottom = ({ y, height }: PlateBox): number => y + height
const overlap = (from: number, to: number, otherFrom: number, otherTo: number): number => Math.min(to, otherTo) - Math.max(from, otherFrom)

/** Whether two boxes stand beside each other in one row. */
const sameRow = (one: PlateBox, other: PlateBox): boolean =>
  overlap(one.y, bottom(one), other.y, bottom(other)) > 0.5 * Math.min(one.height, other.height)

const isFree = ({ segments }: Line): boolean => segments.length === 1 && segments[0]?.announces === undefined
/** Whether a line is a label of the field and nothing else, as in another language above or below. */
const isOnlyLabel = ({ segments, plainText }: Line, field: PlateField): boolean =>
  segments.length === 1 && segments[0]?.announces === field && !/[\p{L}\p{N}]/u.test(plainText.slice(segments[0].from))

/** The line that holds the value of a label that stands alone: the next to the right, else that below. */
function valueLine(label: Line, field: PlateField, lines: readonly Line[]): Line | undefined {
  const labels = [
    label,
    ...lines.filter(
      (one) =>
        one !== label &&
        isOnlyLabel(one, field) &&
        Math.abs(one.box.x - label.box.x) < 3 * label.box.height &&
        Math.abs(one.box.y - label.box.y) < 2.5 * label.box.height,
    ),
  ]
  const block = {
    x: Math.min(...labels.map(({ box }) => box.x)),
    y: Math.min(...labels.map(({ box }) => box.y)),
    right: Math.max(...labels.map(({ box }) => right(box))),
    bottom: Math.max(...labels.map(({ box }) => bottom(box))),
  }
  const beside = lines
    .filter((one) => !labels.includes(one) && one.box.x > block.x && one.box.x + one.box.height > block.right)
    .filter((one) => labels.some(({ box }) => sameRow(box, one.box)) || (one.box.y > block.y && bottom(one.box) < block.bottom))
    .sort((a, b) => a.box.x - b.box.x)[0]
  // What stands beside ends the row, also when it is the next label.
  if (beside) return isFree(beside) ? beside : undefined
  return lines
    .filter((one) => !labels.includes(one) && isFree(one))
    .filter(
      ({ box }) =>
        box.y >= block.bottom - 0.4 * box.height &&
        box.y - block.bottom < 1.2 * box.height &&
        overlap(box.x, right(box), block.x, block.right) > 0,
    )
    .sort((a, b) => a.box.y - b.box.y)[0]
}

const leastOf = ({ score, scores }: PlateLine, from: number, to: number): number =>
  scores ? Math.min(1, ...scores.slice(from, to)) : score

/** Reads one value at a place of a line. */
function valueAt(field: PlateField, line: Line, from: number, to: number, today: string) {
  const found = valueReaders[field]?.(line.plainText.slice(from, to), today)
  return found && { ...found, score: leastOf(line, from + found.from, from + found.to) }
}

/** Values after labels, on the same line, to the right or below. */
function labelled(lines: readonly Line[], today: string): Candidate[] {
  return lines.flatMap((line) =>
    line.segments.flatMap(({ announces, isMarked, isWeak, from, to }): Candidate[] => {
      if (announces === undefined || announces === 'other') return []
      const rank = isWeak ? 1 : 0
      const isHere = /[\p{L}\p{N}]/u.test(line.plainText.slice(from, to))
      const of = isHere ? line : valueLine(line, announces, lines)
      const found = of && (isHere ? valueAt(announces, line, from, to, today) : valueAt(announces, of, 0, of.plainText.length, today))
      if (!of || !found) return []
      const whole = announces === 'maker' && !found.isSure ? wrapped(of, found.value, lines) : undefined
      const read = whole ? { ...found, value: whole.value, isSure: true, score: Math.min(found.score, whole.score) } : found
      const rows = [...new Set([line.at, of.at, ...(whole ? [whole.at] : [])])]
      // A gap alone may be one in the value, so that a word of it looks like a label.
      const certain = read.isSure && (isMarked || !isHere) && read.score >= CERTAIN
      return [{ field: announces, value: read.value, score: read.score, certain, lines: rows, from: 'text', rank }]
    }),
  )
}

/** A company's name that goes on in the line below. */
function wrapped(line: Line, begun: string, lines: readonly Line[]): { value: string; at: number; score: number } | undefined {
  const next = lines
    .filter((one) => isFree(one) && one.box.y > line.box.y + 0.5 * line.box.height && one.box.y - bottom(line.box) < 0.8 * line.box.height)
    .filter((one) => overlap(one.box.x, right(one.box), line.box.x, right(line.box)) > 0)
    .sort((a, b) => a.box.y - b.box.y)[0]
  if (!next || !isCompany(next.plainText)) return undefined
  const gap = /[A-Za-z,.]$/.test(begun) ? ' ' : ''
  return { value: `${begun}${gap}${next.plainText.trim()}`, at: next.at, score: leastOf(next, 0, next.plainText.length) }
}

/** How names of devices end, where no label announces them. */
const deviceNoun =
  /(?:仪|机|泵|床|灯|器|系统|设备|装置|柜|箱|monitor|ventilator|pump|scanner|system|defibrillator|analy[sz]er|microscope|incubator|steril[iz]+er|electrocardiograph|unit|table|bed)$/iu

/** Values that their form alone gives away; only a registration number is certain then. */
function unlabelled(lines: readonly Line[], today: string): Candidate[] {
  const found: Candidate[] = []
  const add = (field: PlateField, line: Line, read: { value: string; score: number }, rank: number, certain = false): void =>
    void found.push({ field, value: read.value, score: read.score, certain, lines: [line.at], from: 'text', rank })
  for (const line of lines) {
    const whole = (field: PlateField) => valueAt(field, line, 0, line.plainText.length, today)
    const registration = whole('registration')
    if (registration) add('registration', line, registration, 0, registration.score >= CERTAIN)
    const power = whole('power')
    if (power) add('power', line, power, 3)
    if (!isFree(line)) continue
    const made = whole('made')
    if (made?.isSure) add('made', line, made, 3)
    const text = line.plainText.trim()
    const score = leastOf(line, 0, line.plainText.length)
    if (isCompany(text)) add('maker', line, { value: text, score }, 3)
    else if (deviceNoun.test(text) && text.length >= 3 && text.length <= 40 && !/\d/.test(text)) {
      const name = whole('name')
      if (name) add('name', line, name, 3)
    }
  }
  // Of several names the one in the largest letters is meant.
  return found.sort((a, b) => heightOf(b, lines) - heightOf(a, lines))
}

const heightOf = (one: Candidate, lines: readonly Line[]): number => lines.find(({ at }) => at === one.lines[0])?.box.height ?? 0

/** The best of the candidates of a field. Another value after an equal label leaves doubt. */
function bestOf(all: readonly Candidate[]): PlateSuggestion | undefined {
  const lowest = Math.min(...all.map(({ rank }) => rank))
  const best = all
    .filter(({ rank }) => rank === lowest)
    .sort((a, b) => Number(b.certain) - Number(a.certain) || (lowest < 3 ? b.score - a.score : 0))
  const [first] = best
  if (!first) return undefined
  const { rank: _, ...suggestion } = first
  const isDisputed = best.some(({ value }) => codeKey(value) !== codeKey(first.value))
  return { ...suggestion, certain: suggestion.certain && !isDisputed }
}

/** What recognition confuses, in one form. */
const confusable = (text: string): string =>
  codeKey(text)
    .replace(/[OQD]/g, '0')
    .replace(/[IL|]/g, '1')
    .replace(/Z/g, '2')
    .replace(/S/g, '5')
    .replace(/B/g, '8')
    .replace(/[-/. _]/g, '')

/** Facts of the codes beside the text. GS1 text says what it means; another code is a serial number where it says what the plate says. */
function fromCodes(codes: readonly string[], text: PlateSuggestion | undefined): PlateSuggestion[] {
  const suggest = (field: PlateField, value: string | undefined, certain = true): PlateSuggestion[] =>
    value ? [{ field, value, score: 1, certain, lines: text?.field === field ? text.lines : [], from: 'code' }] : []
  const own = codes.flatMap((code) => {
    const plate = plateOf(code)
    const reading = plate && parseGs1(plate.text)
    return reading?.ok ? [reading.gs1] : []
  })
  // Two devices in one picture: neither is meant.
  const [dis, serials] = [new Set(own.flatMap(({ udiDi }) => udiDi ?? [])), new Set(own.flatMap(({ serial }) => serial ?? []))]
  if (dis.size > 1 || serials.size > 1) return []
  // A label may say its parts in several codes, and the same in two symbols.
  const elements = new Map(own.flatMap((one) => one.elements.map(({ ai, value }) => [ai, value] as const)))
  elements.delete('01')
  const udiPi = [...elements].map(([ai, value]) => `(${ai})${value}`).join('')
  const gs1 = [
    ...suggest('serial', [...serials][0]),
    ...suggest('made', own.find(({ made }) => made)?.made),
    ...suggest('udiDi', [...dis][0]),
    ...suggest('udiPi', dis.size > 0 && udiPi.length <= 120 ? udiPi : undefined),
  ]
  if (gs1.some(({ field }) => field === 'serial')) return gs1
  const others = codes.flatMap((code) => {
    const { code: read, token } = readCode(code)
    return token || plateOf(code) || !/^[\w\-/.# ]{4,40}$/.test(read) || !/\d/.test(read) ? [] : [read]
  })
  const same = text && others.find((code) => confusable(code) === confusable(text.value))
  if (same) return [...gs1, ...suggest('serial', same)]
  // A code that no text explains may be a part number.
  return text || others.length !== 1 ? gs1 : [...gs1, ...suggest('serial', others[0], false)]
}

/**
 * Reads a nameplate: labels in Chinese and English with the values beside, after or below them, registration numbers by their grammar, and codes, which win
 * over text. One suggestion a field at most. `today`: no device was made after it.
 */
export function readNameplate(read: readonly PlateLine[], codes: readonly string[], today: string): PlateSuggestion[] {
  const lines = read.flatMap((line, at): Line[] => {
    const plainText = plain(line.text)
    return line.score < NOISE || plainText.trim() === '' ? [] : [{ ...line, at, plainText, segments: segmentsOf(plainText) }]
  })
  const all = [...labelled(lines, today), ...unlabelled(lines, today)]
  const texts = new Map(
    plateFields.flatMap((field) => bestOf(all.filter((one) => one.field === field)) ?? []).map((one) => [one.field, one]),
  )
  const coded = new Map(fromCodes(codes, texts.get('serial')).map((one) => [one.field, one]))
  return plateFields.flatMap((field) => coded.get(field) ?? texts.get(field) ?? [])
}
