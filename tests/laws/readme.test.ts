import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { demoAccounts } from '#server/demo/demo.ts'
import { settingFacts } from '#server/settings.ts'

const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8')
const cells = readme
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))

test('the README names every setting with its default and meaning, and no other', () => {
  const reported = cells
    .filter(([, name]) => /^[A-Z][A-Z0-9_]+$/.test(name ?? ''))
    .map(([, name, standard, meaning]) => ({ name, default: standard, meaning }))
  expect(reported).toEqual(settingFacts.map((fact) => ({ ...fact, default: fact.default || '—' })))
})

test('the README names every demo account', () => {
  const reported = cells
    .filter(([, tenant]) => /^\d{6}$/.test(tenant ?? ''))
    .map(([, tenant, user, password]) => ({ tenant, user, password }))
  expect(reported).toEqual(demoAccounts.map(({ tenant, user, password }) => ({ tenant, user, password })))
})

test('the README stays under 150 lines', () => {
  expect(readme.split('\n').length).toBeLessThan(150)
})
