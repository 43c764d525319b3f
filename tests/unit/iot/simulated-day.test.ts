import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { quantities } from '#contract/entities/iot/sensor-kinds.ts'
import { readMessage, usualMapping } from '#server/features/iot/read-message.ts'
import { tryAddress } from '#server/runtime/listen.ts'
import { messageAt, profiles } from '../../../scripts/simulate/profiles.ts'

const begin = Date.parse('2026-11-29T00:00:00Z')

test('every simulated message of two days is taken as it is, and meters never run backwards', () => {
  for (let serial = 0; serial < profiles.length * 3; serial += 1) {
    let meter = 0
    for (let minute = 0; minute < 2880; minute += 5) {
      const now = new Date(begin + minute * 60_000)
      const message = messageAt(now, serial)
      const said = readMessage(message, usualMapping, now)
      expect(said, JSON.stringify(message)).toMatchObject({ ts: now.toISOString() })
      for (const name of Object.keys(message)) expect(name === 'ts' || name in quantities).toBe(true)
      if (typeof message.energy !== 'number') continue
      expect(message.energy).toBeGreaterThanOrEqual(meter)
      meter = message.energy
    }
  }
})

test('a day has its shape: a pump runs while it infuses, a scanner rests at night, an autoclave is off, a fridge keeps medicines cold', () => {
  const at = (hour: number, serial: number) => messageAt(new Date(Date.parse('2026-11-29T00:00:00+08:00') + hour * 3_600_000), serial)
  const [pump, scanner, fridge, , autoclave] = [0, 1, 2, 3, 4]
  // Devices run from 20 W unless they have thresholds of their own.
  for (let minute = 480; minute < 640; minute += 1) expect(Number(at(minute / 60, pump!).power)).toBeGreaterThanOrEqual(22)
  expect(at(3, scanner!).power).toBeLessThan(700)
  expect(Math.max(...Array.from({ length: 60 }, (_, minute) => Number(at(10 + minute / 60, scanner!).power)))).toBeGreaterThan(20_000)
  expect(at(3, autoclave!).power).toBe(0)
  for (let hour = 0; hour < 24; hour += 0.25) {
    const { temperature } = at(hour, fridge!)
    expect(Number(temperature)).toBeGreaterThan(2)
    expect(Number(temperature)).toBeLessThan(8)
  }
})

test('where no program answers, or with a wrong option, the simulation ends with one sentence', async () => {
  const url = `http://127.0.0.1:${await tryAddress('127.0.0.1', 0)}`
  const run = (...more: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'scripts/simulate.ts', '--url', url, ...more], { encoding: 'utf8' })
  expect(run()).toMatchObject({
    status: 1,
    stderr: `The program does not answer at ${url} (ECONNREFUSED): start it, and give --url the address that it prints.\n`,
  })
  expect(run('--sensors', 'many')).toMatchObject({ status: 1, stderr: '--sensors many is no whole number from 1.\n' })
})
