import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The subject of a test file: it decides how its cost grows and which changes it belongs to. */
export type Kind = 'battery' | 'every family' | 'module' | 'kit'

/** First words of the names of test files, by module; a file with none of them is about the kit, which does not grow. */
const firstWords: Readonly<Record<string, readonly string[]>> = {
  asset: ['device', 'parts', 'catalogues'],
  place: ['location'],
  platform: ['dept', 'user', 'roles', 'people', 'notice', 'hospital'],
  check: ['check', 'blind', 'settle'],
  service: ['repair'],
  label: ['label', 'labels'],
  import: ['import'],
}

/** `e2e/desk-check.spec.ts` -> `check`: the name without the body that it runs on. */
const plainName = (file: string): string =>
  basename(file)
    .replace(/\.(test|spec)\.tsx?$/, '')
    .replace(/^(desk|phone|sync)-/, '')

/** The module that a test file is named after; undefined for the kit. */
export const moduleOf = (file: string): string | undefined => {
  const name = plainName(file)
  return Object.keys(firstWords).find((module) => firstWords[module]!.some((word) => name === word || name.startsWith(`${word}-`)))
}

const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Whether the file, or a part of it in the same folder, walks over the registry and so grows with every family and call. */
const walksRegistry = (file: string): boolean => {
  const text = read(file)
  const parts = [...text.matchAll(/from '\.\/([\w-]+\.ts)'/g)].map(([, part]) => read(join(dirname(file), part!)))
  return [text, ...parts].some((one) => /\b(entities|calls|machines)\b[^\n]*from '#contract\/registry\.ts'/.test(one))
}

/** The kind of a test file, from its name and imports; the path is one from the root of the clone. */
export const kindOf = (file: string): Kind => {
  if (/^tests\/api\/families/.test(file)) return 'battery'
  if (file.startsWith('tests/api/') && walksRegistry(file)) return 'every family'
  return moduleOf(file) ? 'module' : 'kit'
}
