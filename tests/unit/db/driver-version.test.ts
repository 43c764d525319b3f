import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../../node_modules/${name}/package.json`, import.meta.url)), 'utf8')).version

// `server/db/batch.ts` uses the driver's own serialiser. A new version of either package needs a look at that file, the batch tests, and a line here.
test('batches are written for these versions of the driver', () => {
  expect({ pg: versionOf('pg'), protocol: versionOf('pg-protocol') }).toEqual({ pg: '8.23.1', protocol: '1.16.1' })
})
