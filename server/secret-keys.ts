import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { keyOf, newKey, type SecretKey, type SecretKeys } from './kit/access/secrets.ts'
import { StartRefused } from './refused.ts'
import type { Settings } from './settings.ts'

/** Where the keys lie without SECRETS_KEY: one a line, the first seals. Never part of a backup. */
export const keyFile = (home: string): string => join(home, 'secrets.key')

/** Keys of a text, separated by commas, spaces or lines; a line that begins with # is a note. Throws StartRefused, never with the text. */
export function keysIn(text: string, from: string): readonly SecretKey[] {
  const words = text
    .replace(/^\s*#.*$/gm, '')
    .split(/[\s,]+/)
    .filter(Boolean)
  const keys = words.map((word) => keyOf(word))
  if (keys.length === 0 || keys.includes(undefined))
    throw new StartRefused(
      `${from} must be one or more keys of 32 bytes in base64 or hex, separated by commas: make one with openssl rand -base64 32.`,
    )
  return keys as SecretKey[]
}

const writeWhole = (file: string, text: string, flags: 'w' | 'wx'): void => {
  const fd = openSync(file, flags, 0o600)
  try {
    writeSync(fd, text)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

const textOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined
    throw new StartRefused(
      `${file} cannot be read (${String((error as { code?: unknown }).code)}): give it to the user of the program, mode 0600.`,
    )
  }
}

/** The file's text, made with a new key when there is none. Of two processes that make it at once both read the same. */
const ensured = (file: string, home: string): string => {
  const there = textOf(file)
  if (there !== undefined) return there
  mkdirSync(home, { recursive: true })
  try {
    writeWhole(file, `${newKey()}\n`, 'wx')
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error
  }
  return textOf(file)!
}

/**
 * The keys of SECRETS_KEY, else of the file in the data folder, which is made when it is first needed and read again when it has changed, so that a
 * running program follows a rotation. Throws StartRefused for keys that cannot be read.
 */
export function secretKeysOf({ SECRETS_KEY, DATA_DIR }: Pick<Settings, 'SECRETS_KEY' | 'DATA_DIR'>): SecretKeys {
  if (SECRETS_KEY) {
    const keys = keysIn(SECRETS_KEY, 'SECRETS_KEY')
    return { current: () => keys }
  }
  const file = keyFile(DATA_DIR)
  let known: { stamp: string; keys: readonly SecretKey[] } | undefined
  return {
    current() {
      const found = statSync(file, { throwIfNoEntry: false })
      const stamp = found && `${found.ino} ${found.mtimeMs} ${found.size}`
      if (!known || known.stamp !== stamp) {
        const keys = keysIn(ensured(file, DATA_DIR), file)
        const made = statSync(file)
        known = { stamp: `${made.ino} ${made.mtimeMs} ${made.size}`, keys }
      }
      return known.keys
    },
  }
}

/** The keys that are there, without making any. */
export function presentKeys({ SECRETS_KEY, DATA_DIR }: Pick<Settings, 'SECRETS_KEY' | 'DATA_DIR'>): readonly SecretKey[] {
  const text = SECRETS_KEY ?? textOf(keyFile(DATA_DIR))
  return text === undefined ? [] : keysIn(text, SECRETS_KEY ? 'SECRETS_KEY' : keyFile(DATA_DIR))
}

/** Puts a new key before those of the file. */
export function addKey(home: string): void {
  const file = keyFile(home)
  const part = `${file}.part`
  writeWhole(part, `${newKey()}\n${textOf(file) ?? ''}`, 'w')
  renameSync(part, file)
}
