import type { Words } from '../../kit/words.ts'

/** The parts of a day by the price of energy, as suppliers name them. */
export const tariffBands = {
  sharp: { zh: '尖', en: 'Sharp' },
  peak: { zh: '峰', en: 'Peak' },
  flat: { zh: '平', en: 'Flat' },
  valley: { zh: '谷', en: 'Valley' },
} as const
export type TariffBand = keyof typeof tariffBands

/** Ten-minute slots of a day. */
export const slotsOfDay = 144

/** From when to when a band holds; `months` such as `7、8`, empty for the months that no other line names. Before midnight to after it is one line. */
export interface TariffHour {
  readonly band: TariffBand
  readonly startsAt: string
  readonly endsAt: string
  readonly months: string | null
}

/** The months of a line; none if it stands for the rest of the year. */
const monthsOf = ({ months }: TariffHour): number[] => (months ?? '').split(/\D+/).filter(Boolean).map(Number)

const slotAt = (clock: string): number => Number(clock.slice(0, 2)) * 6 + Number(clock.slice(3, 4))
const clockAt = (slot: number): string => `${String(Math.floor(slot / 6)).padStart(2, '0')}:${slot % 6}0`

/** The slots of a line, in order from its start. */
function slotsOf({ startsAt, endsAt }: TariffHour): number[] {
  const [start, end] = [slotAt(startsAt), slotAt(endsAt)]
  const length = end > start ? end - start : end + slotsOfDay - start
  return Array.from({ length }, (_, at) => (start + at) % slotsOfDay)
}

/** The lines that hold in a month: those that name it, else those that name none. */
function linesIn(month: number, hours: readonly TariffHour[]): readonly TariffHour[] {
  const named = hours.filter((one) => monthsOf(one).includes(month))
  return named.length > 0 ? named : hours.filter((one) => monthsOf(one).length === 0)
}

/** How many lines hold in each slot of a month. */
function coverOf(lines: readonly TariffHour[]): number[] {
  const cover = Array.from({ length: slotsOfDay }, () => 0)
  for (const slot of lines.flatMap(slotsOf)) cover[slot]!++
  return cover
}

/** What is wrong with the hours of a tariff: every month has to cover its 24 hours, each moment once. */
export function hoursProblem(hours: readonly TariffHour[]): Words | undefined {
  const same = hours.findIndex(({ startsAt, endsAt }) => startsAt === endsAt && startsAt !== '00:00')
  if (same >= 0) return { zh: `第 ${same + 1} 行的开始和结束时间相同`, en: `Line ${same + 1} ends when it starts` }
  for (let month = 1; month <= 12; month++) {
    const cover = coverOf(linesIn(month, hours))
    const from = cover.findIndex((count) => count !== 1)
    if (from < 0) continue
    const isGap = cover[from] === 0
    const until = cover.findIndex((count, at) => at > from && (isGap ? count !== 0 : count < 2))
    const [start, end] = [clockAt(from), clockAt(until < 0 ? slotsOfDay : until)]
    return isGap
      ? { zh: `${month} 月 ${start}–${end} 没有时段`, en: `${start}–${end} has no band in month ${month}` }
      : { zh: `${month} 月 ${start}–${end} 的时段重叠`, en: `Bands overlap at ${start}–${end} in month ${month}` }
  }
  return undefined
}

/** The first band of these hours that has no price. */
export const unpricedBand = (hours: readonly TariffHour[], prices: Readonly<Record<TariffBand, unknown>>): TariffBand | undefined =>
  hours.map(({ band }) => band).find((band) => prices[band] === null || prices[band] === undefined || prices[band] === '')

/** The first letter of the band of each slot of each month, a year long. The hours cover each day once. */
export function bandYear(hours: readonly TariffHour[]): string {
  const months = Array.from({ length: 12 }, (_, at) => {
    const slots = Array.from({ length: slotsOfDay }, () => ' ')
    for (const line of linesIn(at + 1, hours)) for (const slot of slotsOf(line)) slots[slot] = line.band[0]!
    return slots.join('')
  })
  return months.join('')
}
