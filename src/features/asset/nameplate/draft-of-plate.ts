import { piecesText } from '#contract/codes/nameplate/pieces.ts'
import type { PlateLine, PlateSuggestion } from '#contract/codes/nameplate/plate-types.ts'
import { readNameplate } from '#contract/codes/nameplate/read-plate.ts'
import { plateOf } from '#contract/codes/plate-code.ts'
import { readCode } from '#contract/codes/scanned-code.ts'
import type { DraftFact } from '#contract/entities/asset/drafts/device-draft.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { PlateReading } from '#src/kit/nameplate/plate-messages.ts'
import { cardField } from './plate-facts.ts'

/** A fact of a draft, as the photo or the code says it. */
export interface DraftSaid {
  readonly name: DraftFact
  readonly value: string
  readonly certain: boolean
  readonly from: PlateSuggestion['from']
  /** Positions of the lines that say it. */
  readonly lines: readonly number[]
}

/** The longest value of each fact that a card holds. */
export type Longest = Readonly<Partial<Record<DraftFact, number | undefined>>>

const none = { lines: [], codes: [] } as const

/**
 * What a photo and a scanned code say together of a device; the code wins. A UDI says what it means. Another code is the serial number where the plate says
 * the same but for what recognition confuses, else the number on the hospital's own label. The label of a card of the program says nothing more.
 */
export function draftOf(
  reading: Pick<PlateReading, 'lines' | 'codes'> | undefined,
  scanned: string | undefined,
  longest: Longest,
): DraftSaid[] {
  const { lines, codes } = reading ?? none
  const read = (all: readonly string[]): PlateSuggestion[] => readNameplate(lines as readonly PlateLine[], all, homeDay(new Date()))
  const { code, token } = readCode(scanned ?? '')
  const isUdi = code !== '' && plateOf(code) !== undefined
  const plain = read(codes)
  const withCode = code && !token && (isUdi || plain.some(({ field }) => field === 'serial')) ? read([...codes, code]) : plain
  const isSerial = withCode.some(({ field, value, from }) => field === 'serial' && from === 'code' && value === code)
  const said = withCode.map(
    ({ field, value, certain, from, lines: at }): DraftSaid => ({ name: cardField[field] as DraftFact, value, certain, from, lines: at }),
  )
  // Without a plate it is not known whose number it is.
  const label: DraftSaid[] =
    code && !token && !isUdi && !isSerial ? [{ name: 'assetTagNo', value: code, certain: plain.length > 0, from: 'code', lines: [] }] : []
  return [...said, ...label].filter(({ name, value }) => value.length <= (longest[name] ?? Number.POSITIVE_INFINITY))
}

/** Where the facts stand in the photo, as a draft keeps it. */
export function placesOf({ lines, picture }: PlateReading, said: readonly DraftSaid[]): string | undefined {
  if (!picture) return undefined
  const { width, height, turns } = picture
  const of = Object.fromEntries(
    said.flatMap(({ name, lines: at }) => {
      const box = lines[at.at(-1) ?? -1]?.box
      if (!box) return []
      const margin = box.height * 0.3
      const piece = {
        x: (box.x - margin) / width,
        y: (box.y - margin) / height,
        width: (box.width + 2 * margin) / width,
        height: (box.height + 2 * margin) / height,
      }
      return [[name, piece] as const]
    }),
  )
  return piecesText({ turns, of })
}

/** The columns of a draft that a reading fills. */
export const columnsOf = (
  said: readonly DraftSaid[],
  isChecked: (one: DraftSaid) => boolean,
): Record<string, unknown> & { toCheck?: DraftFact[] } => {
  const toCheck = said.filter((one) => !isChecked(one)).map(({ name }) => name)
  return { ...Object.fromEntries(said.map(({ name, value }) => [name, value])), ...(toCheck.length > 0 ? { toCheck } : {}) }
}
