import { spawn, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clone, makeClone } from './clone.ts'

let clone: Clone
beforeAll(async () => {
  clone = await makeClone()
})
afterAll(() => clone.remove())

const environment = (more: Record<string, string> = {}) => ({ PATH: process.env.PATH ?? '', ...more })
const fill = (args: readonly string[], more?: Record<string, string>) =>
  spawnSync(process.execPath, ['scripts/demo.mjs', ...args], { cwd: clone.folder, encoding: 'utf8', env: environment(more) })
test('one command fills a hospital, with or without the program running, and lists the result', async () => {
  const first = fill(['--devices', '1500'])
  expect([first.status, first.stderr]).toEqual([0, ''])
  expect(first.stdout).toMatch(/tenant 100010: 0 .*\n[\s\S]*added 1500: 1500[\s\S]*sign in: 100010/)
  const again = fill(['--devices', '1500'])
  expect(again.stdout).toMatch(/tenant 100010: 1500 .*nothing to add/)

  const program = await clone.start({ DEMO: 'on', ADMIN_PASSWORD: '' })
  await program.url
  const beside = fill(['--devices', '2000', '--tenant', '100001'])
  expect([beside.status, beside.stderr]).toEqual([0, ''])
  expect(beside.stdout).toMatch(/added 1398: 2000/)
  expect(await program.end('SIGTERM')).toBe(0)
})

test('production mode and missing arguments are refused with an explanation', () => {
  expect(fill(['--devices', '10'], { NODE_ENV: 'production' }).stderr).toMatch(/NODE_ENV is production: add --production/)
  for (const args of [[], ['--devices', '0'], ['--devices', '10', '--tenant', '000000'], ['--cards', '10']])
    expect(fill(args).stderr).toMatch(/^Say how many:/)
})

test('Ctrl-C ends it after the current write, and the same command resumes', async () => {
  const child = spawn(process.execPath, ['scripts/demo.mjs', '--devices', '60000'], { cwd: clone.folder, env: environment() })
  let said = ''
  let isStopped = false
  child.stdout.on('data', (piece: Buffer) => {
    said += piece.toString()
    if (isStopped || !/\d+ \/ 60000/.test(said)) return
    isStopped = child.kill('SIGINT')
  })
  expect(await new Promise((done) => child.on('exit', done))).toBe(130)
  expect(said).toMatch(/stopped: the same command goes on/)
  const [, standing] = /: (\d+) .*cards\n.*stopped/.exec(said) ?? []
  expect(Number(standing)).toBeLessThan(60_000)
  expect(fill(['--devices', standing!]).stdout).toContain(`tenant 100010: ${standing} `)
})
