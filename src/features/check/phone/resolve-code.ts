import type { PlateCode } from '#contract/codes/plate-code.ts'
import { type LineCode, lineCodes } from '#contract/entities/check/line-codes.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { findDevice } from '#src/features/asset/public/devices.ts'
import type { CountIndex } from './count-index.ts'
import type { Counted } from './count-model.ts'
import type { Seen } from './record.ts'

/** What a code that was read means in a check, and how it is told to the server. */
export interface Resolved {
  /** Its line; undefined: none on this phone. */
  readonly line: Counted | undefined
  /** What the thing is called: by its line, its card, or the code itself. */
  readonly name: string
  /** How many lines carry it, where that are several and none can be chosen. */
  readonly several?: number
  /** The serial number in the GS1 text of a maker's plate. */
  readonly serial?: string | undefined
  readonly said: Pick<Seen, 'code' | 'lineId' | 'said'>
}

/** A maker's plate and the number of the finance department are not unique: the card's own number stands for them, with what was read beside it. */
const noted = (code: string, read: string): Resolved['said'] => ({ code, said: { body: { note: read.slice(0, 200) }, photos: [] } })

function saidOfLine(line: Counted, field: LineCode, read: string): Resolved['said'] {
  const stored = line[field]
  if (lineCodes[field].once && stored) return { code: stored }
  const own = line.deviceCode ?? line.qrToken ?? line.rfidCode
  return own ? noted(own, read) : { lineId: line.id }
}

async function saidOfCard(card: PhoneDevice, read: string): Promise<Resolved['said']> {
  // A chunk that cannot be fetched now loses no code: the card's own number replaces any of its codes.
  const isOwn = await plates().then(
    (plate) => plate.isOwnCode(card, read),
    () => false,
  )
  return isOwn || !card.deviceCode ? { code: read } : noted(card.deviceCode, read)
}

/** Whether the card of the only line has another device identifier than a plate: makers number their devices each for itself. */
async function isOfOther({ udiDi }: PlateCode, lines: readonly Counted[]): Promise<boolean> {
  const own = lines[0]?.deviceCode
  if (lines.length !== 1 || !own || !udiDi) return false
  const card = await findDevice(own).catch(() => undefined)
  if (!card?.udiDi) return false
  const { gtinOf } = await import('#contract/codes/plate-code.ts')
  return gtinOf(card.udiDi) !== udiDi
}

const plates = () => import('#src/features/asset/public/plate.ts')

/** The line of a code among all lines of the check, independent of the cards on this phone; else the card on this phone; else nothing. */
export async function resolveCode(board: CountIndex, read: string): Promise<Resolved> {
  let hit = board.find(read)
  const plate = hit
    ? undefined
    : await plates().then(
        ({ readPlate }) => readPlate(read),
        () => undefined,
      )
  if (plate?.serial !== undefined) hit = board.find(plate.serial, 'sn')
  if (plate && hit && (await isOfOther(plate, hit.lines))) hit = undefined
  // A separator of GS1 cannot be shown or noted.
  const code = plate?.text ?? read.replaceAll('\x1d', '')
  const [line, ...others] = hit?.lines ?? []
  if (hit && line && others.length === 0) return { line, name: line.deviceName, said: saidOfLine(line, hit.field, code) }
  if (hit && line) return { line: undefined, name: code, several: others.length + 1, said: { code } }
  // Without the cards a code is still an observation: the server knows what carries it.
  const card = await findDevice(read).catch(() => undefined)
  if (!card) return { line: undefined, name: code, serial: plate?.serial, said: { code } }
  const onBook = board.lineOfDevice(card.id)
  return { line: onBook, name: onBook?.deviceName ?? card.deviceName, said: await saidOfCard(card, code) }
}
