import { dayMs, dayStart, homeDay } from '#contract/kit/time/day.ts'

/** What a simulated device draws and measures at a minute of its day. */
export interface Profile {
  readonly zh: string
  readonly sensorKind: 'power' | 'climate'
  readonly values: (minute: number, serial: number) => Readonly<Record<string, number>>
}

/** A number from 0 to 1 that is always the same for the same minute and sensor, so that a restart continues the day. */
function noise(minute: number, serial: number): number {
  const mixed = Math.imul((Math.floor(minute) + 1) * 2_654_435_761, serial + 40_503) >>> 0
  return (((mixed ^ (mixed >>> 15)) >>> 0) % 1000) / 1000
}

const isBetween = (minute: number, from: number, to: number): boolean => minute >= from * 60 && minute < to * 60

/** A pump infuses for most of the day and charges its battery at night. */
const pump = (minute: number, serial: number): number => {
  if (!isBetween(minute, 7, 22)) return 6 + noise(minute, serial)
  return (minute + serial * 37) % 240 < 170 ? 22 + 4 * noise(minute, serial) : 7
}

/** A scanner stands ready in the day, with a short peak for each patient. */
const scanner = (minute: number, serial: number): number => {
  if (!isBetween(minute, 8, 18)) return 620 + 30 * noise(minute, serial)
  const inTurn = (minute + serial * 7) % 15
  return inTurn < 2 ? 28_000 + 9000 * noise(minute, serial) : 1400 + 200 * noise(minute, serial)
}

/** A ventilator runs day and night; one in three waits for a patient. */
const ventilator = (minute: number, serial: number): number =>
  serial % 3 === 2 ? 18 + noise(minute, serial) : 170 + 35 * noise(minute, serial)

/** An autoclave heats, holds and dries, five loads a day, and is off at night. */
const autoclave = (minute: number, serial: number): number => {
  if (!isBetween(minute, 7, 19)) return 0
  const inLoad = (minute - 420 + serial * 11) % 140
  if (inLoad < 25) return 5600 + 500 * noise(minute, serial)
  if (inLoad < 50) return 1500 + 300 * noise(minute, serial)
  return inLoad < 75 ? 700 + 100 * noise(minute, serial) : 90
}

const meters = new Map<string, readonly number[]>()

/** Kilowatt-hours from midnight to each minute of a day. */
function meterOf(name: string, watts: (minute: number, serial: number) => number, serial: number): readonly number[] {
  const key = `${name} ${serial}`
  const found = meters.get(key)
  if (found) return found
  const sums = [0]
  for (let minute = 0; minute < 1440; minute += 1) sums.push(sums[minute]! + watts(minute, serial) / 60_000)
  meters.set(key, sums)
  return sums
}

const metered = (zh: string, watts: (minute: number, serial: number) => number): Profile => ({
  zh,
  sensorKind: 'power',
  values: (minute, serial) => ({
    power: Math.round(watts(minute, serial) * 10) / 10,
    kwhOfDay: meterOf(zh, watts, serial)[Math.floor(minute)]!,
  }),
})

/** The temperature of a fridge saws between two bounds; the door is opened for the medicines of the morning. */
const fridge: Profile = {
  zh: '药品冰箱',
  sensorKind: 'climate',
  values(minute, serial) {
    const inCycle = (minute + serial * 9) % 40
    const saw = inCycle < 12 ? 5.4 - (1.6 * inCycle) / 12 : 3.8 + (1.6 * (inCycle - 12)) / 28
    const opened = isBetween(minute, 8, 9) ? 1.2 * noise(minute, serial) : 0
    const temperature = saw + opened + 0.2 * noise(minute, serial + 7)
    return { temperature: Math.round(temperature * 10) / 10, humidity: Math.round(48 + 8 * noise(minute, serial)), battery: 92 }
  },
}

/** The devices of a simulated ward, by turns. */
export const profiles: readonly Profile[] = [
  metered('输液泵', pump),
  metered('CT', scanner),
  fridge,
  metered('呼吸机', ventilator),
  metered('灭菌器', autoclave),
]

/** Meters count since this day, so that they never run backwards. */
const since = Date.parse('2026-01-01T00:00:00Z')

/** The message of the sensor with this number at a moment. */
export function messageAt(now: Date, serial: number): Readonly<Record<string, number | string>> {
  const profile = profiles[serial % profiles.length]!
  const midnight = Date.parse(dayStart(homeDay(now)))
  const { kwhOfDay, ...values } = profile.values((now.getTime() - midnight) / 60_000, serial)
  if (kwhOfDay === undefined) return { ts: now.toISOString(), ...values }
  const days = Math.round((midnight - since) / dayMs)
  const whole = meters.get(`${profile.zh} ${serial}`)?.[1440] ?? 0
  return { ts: now.toISOString(), ...values, energy: Math.round((days * whole + kwhOfDay) * 1000) / 1000 }
}
