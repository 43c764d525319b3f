import { inject } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { familyBattery } from '#tests/harness/family-battery.ts'
import { batteryFamilies, familyFacts } from '#tests/harness/family-facts.ts'
import { inHalf } from '#tests/harness/quarter.ts'
import { sampleRows } from '#tests/harness/sample-rows.ts'

// Every family shares this database, this program and one row per link target.
const app = await appForFile()
const rows = sampleRows(() => app.as('administrator'))

// The kit makes the statements of all families the same way, so on the oldest version each run takes half of the families.
const families = inject('isOldest') ? inHalf(batteryFamilies()) : batteryFamilies()
for (const of of families) familyBattery(of, { app: () => app, links: () => rows.linksOf(of), ...familyFacts[of.name] })
