import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

// What the registry has of other versions is fetched once and kept in node_modules/.cache.
test('the built program runs on Node 22 and 24: it starts, imports, makes small pictures and stops', (context) => {
  const run = spawnSync(process.execPath, ['scripts/check-nodes.mjs', '22', '24'], { encoding: 'utf8' })
  if (/cannot be fetched/.test(run.stdout)) context.skip('the registry cannot be reached from here')
  expect(run.stdout).toMatch(/^Node v22\.\S+: ready after .*\nNode v24\.\S+: ready after .*\n$/)
  expect(run.status).toBe(0)
})
