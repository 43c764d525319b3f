import { describe, expect, test } from 'vitest'
import { costRows, costTable, familySeconds, type Stage } from '../../../scripts/test/costs.ts'
import type { Kind } from '../../../scripts/test/kinds.ts'

const kinds: Record<string, Kind> = { battery: 'battery', every: 'every family', module: 'module', kit: 'kit' }
const kindOf = (file: string): Kind => kinds[file]!
const cost = (file: string, seconds: number, groups = {}) => ({ file, seconds, tests: 2, skipped: 0, groups })
const families = { all: 20, battery: 10, later: 120 }
const stage: Stage = {
  name: 'API',
  seconds: 20,
  files: [
    cost('battery', 10, { 'device: what every family keeps': 6, 'dept: what every family keeps': 3 }),
    cost('every', 5),
    cost('module', 15),
    cost('kit', 10),
  ],
}

describe('the cost of a run', () => {
  test('grows by kind, and the wall clock of a stage as the sum of its files', () => {
    const rows = costRows([stage, { name: 'build', seconds: 30, files: [] }], families, kindOf)
    expect(rows.map(({ name, later }) => [name.trim(), Math.round(later * 10) / 10])).toEqual([
      // Half of the sum passes on the wall clock, for two files run at once.
      ['API', (110 + 30 + 90 + 10) / 2],
      ['battery', 110],
      ['every family', 30],
      ['module', 90],
      ['kit', 10],
      ['build', 30],
    ])
  })

  test('names the dearest families and the whole in minutes', () => {
    expect(familySeconds(stage)).toEqual([
      ['device', 6],
      ['dept', 3],
    ])
    const lines = costTable([stage], families, { seconds: 18, aimMinutes: 40, kindOf })
    expect(lines).toContain('Battery, API: 4.5 s a family (device 6.0, dept 3.0)')
    expect(lines.at(-1)).toBe('The whole: 0.3 minutes; with 120 families 1.8 (aim: under 40)')
  })
})
