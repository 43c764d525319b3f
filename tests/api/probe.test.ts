import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { inHalf } from '#tests/harness/quarter.ts'

/** Asks a running server every call of an area of the given specification; not part of this program. */
const probe = fileURLToPath(new URL('../../../shared/tools/spec-probe.mjs', import.meta.url))
const isThere = existsSync(probe)
/** The areas of the specification: one at a time takes a second or two. */
const areas = (): string[] => {
  if (!isThere) return []
  const calls = JSON.parse(readFileSync(new URL('../../../shared/spec/endpoints.json', import.meta.url), 'utf8')) as { area: string }[]
  return [...new Set(calls.map(({ area }) => area))]
}

const ask = (url: string, tenant: string, user: string, password: string, area: string) =>
  new Promise<{ code: number | null; said: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [
      probe,
      '--base',
      url,
      '--tenant',
      tenant,
      '--user',
      user,
      '--password',
      password,
      '--area',
      area,
    ])
    let said = ''
    child.stdout.on('data', (part) => {
      said += part
    })
    child.stderr.on('data', (part) => {
      said += part
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve({ code, said }))
  })

/** Details that belong to the platform or to service providers. */
const ofOthers =
  /\/(blade-system\/(menu|topmenu|tenant-package|param|client)|blade-resource\/oss|blade-develop\/code|sps\/provider\/workOrder)\/detail {2}unknown id: 403\/403$/

// The specification and its probe lie beside the clone where the product is made, and nowhere else.
describe.skipIf(!isThere)('the given specification', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.stop())

  const accounts = [
    ['100001', 'manager', 'ward2026'],
    ['000000', 'admin', 'admin'],
  ] as const
  // Each run asks every area as one of the two accounts; in four days as both.
  const asked = accounts.flatMap((account, place) => inHalf(areas(), place).map((area) => [...account, area] as const))
  test.each(asked)('finds nothing to object to as $0 $1 in $3', async (tenant, user, password, area) => {
    const { said } = await ask(app.url, tenant, user, password, area)
    expect(said).toMatch(/ asked, \d+ findings/)
    // What belongs to others alone is refused to a hospital before anything is looked for.
    const found = said.split('\n').filter((line) => / (GET|POST) \/api\//.test(line) && !(tenant !== '000000' && ofOthers.test(line)))
    expect(found).toEqual([])
  })
})
