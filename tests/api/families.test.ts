import { afterAll, beforeAll } from 'vitest'
import { startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { familyBattery } from '#tests/harness/family-battery.ts'
import { batteryFamilies, familyFacts } from '#tests/harness/family-facts.ts'
import { type SampleRows, sampleRows } from '#tests/harness/sample-rows.ts'

// Every family shares this database, this program and one row per link target.
let app: TestApp
let rows: SampleRows
beforeAll(async () => {
  app = await startApp()
  rows = sampleRows(() => app.as('administrator'))
})
afterAll(() => app.stop())

for (const of of batteryFamilies()) familyBattery(of, { app: () => app, links: () => rows.linksOf(of), ...familyFacts[of.name] })
