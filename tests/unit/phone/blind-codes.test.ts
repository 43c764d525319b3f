import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeKey } from '#contract/kit/text/one-writing.ts'
import { HASH_BYTES } from '#contract/sync/sync-blind.ts'
import { thingsOf } from '#src/features/check/phone/blind-codes.ts'
import { workOf } from '#tests/harness/work-of.ts'

const salt = '000102030405060708090a0b0c0d0e0f'
const hash = (code: string): Buffer =>
  createHash('sha256').update(Buffer.from(salt, 'hex')).update(codeKey(code)).digest().subarray(0, HASH_BYTES)
const listOf = (cards: readonly (readonly string[])[]): Uint8Array =>
  new Uint8Array(Buffer.concat(cards.flatMap((codes) => [Buffer.from([codes.length]), ...codes.map(hash)])))

test('two codes of one card are one thing, in any case; a code of no card is none', async () => {
  const thingOf = thingsOf({ salt, codes: listOf([['E2801160', 'ab12cd34ef56'], ['ZC-2026-000001'], []]) })
  expect(await thingOf(' e2801160 ')).toBe(await thingOf('AB12CD34EF56'))
  expect(await thingOf('E2801160')).toBeDefined()
  expect(await thingOf('zc-2026-000001')).not.toBe(await thingOf('E2801160'))
  expect(await thingOf('ZC-2026-000002')).toBeUndefined()
  expect(await thingsOf({ salt, codes: listOf([]) })('E2801160')).toBeUndefined()
})

test('five hundred tags are told among sixty thousand codes within seconds', async () => {
  const thingOf = thingsOf({ salt, codes: listOf(Array.from({ length: 20_000 }, (_, n) => [`E2${n}`, `Q${n}`, `Z${n}`])) })
  const work = await workOf(async () => {
    for (let n = 0; n < 500; n++) expect(await thingOf(`E2${n * 40}`)).toBe(n * 40)
  })
  expect(work).toBeLessThan(3000)
})
