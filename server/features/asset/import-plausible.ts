import { device } from '#contract/entities/asset/device/device.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Words } from '#contract/kit/words.ts'
import type { RowCheck } from '#server/kit/import/rows/row-checks.ts'

type Name = keyof typeof device.fields

/** Dates that no device has before it is made. */
const used = ['purchaseDate', 'acceptanceDate', 'enableDate'] as const satisfies readonly Name[]
/** Dates of what has happened, which lie in the future by mistake. */
const past = ['madeDate', ...used] as const satisfies readonly Name[]
const dates = [...past, 'warrantyEnd'] as const satisfies readonly Name[]

/** Pairs in which the first date does not lie before the second. */
const order = [
  ['warrantyEnd', 'purchaseDate'],
  ['warrantyEnd', 'acceptanceDate'],
  ['warrantyEnd', 'enableDate'],
  ['enableDate', 'purchaseDate'],
  ['acceptanceDate', 'purchaseDate'],
] as const satisfies readonly (readonly [Name, Name])[]

/** Years from today that no warranty lasts. */
const far = 50

const words = {
  future: { zh: '晚于今天，请核对', en: 'is in the future: check it' },
  late: { zh: `在 ${far} 年之后，请核对`, en: `is more than ${far} years away: check it` },
  beforeMade: { zh: '早于生产日期，请核对', en: 'is before the device was made: check it' },
  nothing: { zh: '为 0，请核对', en: 'is 0: check it' },
} as const satisfies Record<string, Words>

/** Warns of dates and values of a card that are possible and improbable. They go in as they are said. */
export const plausibleCheck: RowCheck = {
  of: device,
  async check(rows, _given, wrong) {
    const today = homeDay(new Date())
    const farDay = `${Number(today.slice(0, 4)) + far}${today.slice(4)}`
    for (const row of rows) {
      const { draft } = row
      const said = (name: Name): string | undefined => (typeof draft[name] === 'string' ? draft[name] : undefined)
      const warn = (name: Name, why: Words): void => wrong(row, name, why, said(name) ?? '', 'warning')
      for (const name of dates) {
        const day = said(name)
        if (day === undefined) continue
        if (day > farDay) warn(name, words.late)
        else if (day > today && past.some((one) => one === name)) warn(name, words.future)
      }
      const told = new Set<Name>()
      for (const [name, after] of order) {
        const [day, start] = [said(name), said(after)]
        if (day === undefined || start === undefined || day >= start || told.has(name)) continue
        told.add(name)
        const { zh, en } = device.fields[after]
        warn(name, { zh: `早于${zh}，请核对`, en: `is before “${en}”: check it` })
      }
      const made = said('madeDate')
      const late = made === undefined ? undefined : used.find((name) => (said(name) ?? made) < made)
      if (late) warn(late, words.beforeMade)
      if (draft.originalValue !== undefined && draft.originalValue !== null && Number(draft.originalValue) === 0)
        warn('originalValue', words.nothing)
    }
  },
}
