import { appForFile } from '#tests/harness/app-for-file.ts'
import { familyBattery } from '#tests/harness/family-battery.ts'
import { batteryFamilies, familyFacts } from '#tests/harness/family-facts.ts'
import { sampleRows } from '#tests/harness/sample-rows.ts'

// Every family shares this database, this program and one row per link target.
const app = await appForFile()
const rows = sampleRows(() => app.as('administrator'))

for (const of of batteryFamilies()) familyBattery(of, { app: () => app, links: () => rows.linksOf(of), ...familyFacts[of.name] })
