import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/harness/app-for-test.ts'

/** Asks a running server every call of the given specification; not part of this program. */
const probe = fileURLToPath(new URL('../../../shared/tools/spec-probe.mjs', import.meta.url))

const ask = (url: string, tenant: string, user: string, password: string) =>
  new Promise<{ code: number | null; said: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [probe, '--base', url, '--tenant', tenant, '--user', user, '--password', password])
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

const ofPlatform =
  /\/(blade-system\/(menu|topmenu|tenant-package|param|client)|blade-resource\/oss|blade-develop\/code)\/detail {2}unknown id: 403\/403$/

// The specification and its probe lie beside the clone where the product is made, and nowhere else.
describe.skipIf(!existsSync(probe))('the given specification', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.stop())

  test.each([
    ['100001', 'manager', 'ward2026'],
    ['000000', 'admin', 'admin'],
  ])('finds nothing to object to as %s %s', async (tenant, user, password) => {
    const { said } = await ask(app.url, tenant, user, password)
    expect(said).toMatch(/ asked, \d+ findings/)
    // What belongs to the platform alone is refused to a hospital before anything is looked for.
    const found = said.split('\n').filter((line) => / (GET|POST) \/api\//.test(line) && !(tenant !== '000000' && ofPlatform.test(line)))
    expect(found).toEqual([])
  })
})
