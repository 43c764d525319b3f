import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tidyLock } from '../../scripts/tidy-lock.ts'

const lock = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')

test('npm install leaves the lock of a clean clone as it is: npx tsx scripts/tidy-lock.ts', () => {
  expect(lock === tidyLock(lock)).toBe(true)
  const names = Object.keys((JSON.parse(lock) as { packages: object }).packages)
  const other = lock.replace('"node_modules/string_decoder"', '"node_modules/string-zzz"')
  expect(names).toContain('node_modules/string_decoder')
  expect(tidyLock(other)).not.toBe(other)
  const withLibc = lock.replace('"os": [', '"libc": [\n        "musl"\n      ],\n      "os": [')
  expect(tidyLock(withLibc)).toBe(lock)
})
