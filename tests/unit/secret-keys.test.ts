import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newKey } from '#server/kit/access/secrets.ts'
import { addKey, keyFile, presentKeys, secretKeysOf } from '#server/secret-keys.ts'
import { readSettings } from '#server/settings.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'wardkeeper-keys-'))
})
afterEach(() => rmSync(home, { recursive: true }))

test('without a setting a key is made once, in a file that its user alone can read', () => {
  const at = { SECRETS_KEY: undefined, DATA_DIR: join(home, 'data') }
  expect(presentKeys(at)).toEqual([])
  const made = secretKeysOf(at).current()
  expect(made).toHaveLength(1)
  expect(statSync(keyFile(at.DATA_DIR)).mode & 0o777).toBe(0o600)
  expect(secretKeysOf(at).current()).toEqual(made)
})

test('a running program follows a rotation of the file', () => {
  const at = { SECRETS_KEY: undefined, DATA_DIR: home }
  const keys = secretKeysOf(at)
  const [before] = keys.current()
  addKey(home)
  expect(keys.current()).toHaveLength(2)
  expect(keys.current()[1]).toEqual(before)
  expect(statSync(keyFile(home)).mode & 0o777).toBe(0o600)
})

test('of several keys in the setting the first seals; no file is made', () => {
  const [one, two] = [newKey(), newKey()]
  const keys = secretKeysOf({ ...readSettings({ SECRETS_KEY: `${one}, ${two}` }), DATA_DIR: home }).current()
  expect(keys.map(({ bytes }) => bytes.toString('base64'))).toEqual([one, two])
  expect(statSync(keyFile(home), { throwIfNoEntry: false })).toBeUndefined()
})

test('a wrong key is refused without being shown, in the setting and in the file', () => {
  const wrong = 'not-a-key-but-a-secret'
  const read = () => readSettings({ SECRETS_KEY: wrong })
  expect(read).toThrow(/^SECRETS_KEY must be keys of 32 bytes/)
  expect(read).not.toThrow(new RegExp(wrong))
  writeFileSync(keyFile(home), wrong)
  const open = () => secretKeysOf({ SECRETS_KEY: undefined, DATA_DIR: home }).current()
  expect(open).toThrow(/secrets\.key must be one or more keys/)
  expect(open).not.toThrow(new RegExp(wrong))
  expect(readFileSync(keyFile(home), 'utf8')).toBe(wrong)
})
