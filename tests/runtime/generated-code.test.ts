import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeKinds } from '#contract/entities/tooling/code-field.ts'
import { codeModules } from '#contract/entities/tooling/code-form.ts'
import { filesOf } from '#server/features/tooling/code-files.ts'
import type { CodeField, CodeForm } from '#server/features/tooling/code-shape.ts'
import { zipFile } from '#server/kit/files/zip-file.ts'
import { partText, zipParts } from '#server/kit/import/archive/zip-parts.ts'
import { copyTree } from '#tests/harness/copy-tree.ts'

const root = dirname(dirname(import.meta.dirname))
const needed = [
  'contract',
  'server',
  'src',
  'tests',
  'e2e',
  'scripts',
  'docs',
  'bench',
  'README.md',
  'package.json',
  'biome.json',
  '.gitignore',
]
const configs = [
  'tsconfig.json',
  'tsconfig.base.json',
  'tsconfig.read.json',
  'vite.config.ts',
  'vite.server.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
]
const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardkeeper-code-'))
  for (const name of [...needed, ...configs]) await copyTree(join(root, name), join(folder, name))
  // Package by package: what the compiler keeps between its runs belongs to one tree.
  await mkdir(join(folder, 'node_modules'))
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '.cache') await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const details: Readonly<Record<string, string>> = {
  choice: 'fresh=新的/Fresh; usedUp=用完的/Used up',
  choices: `a=甲'方/A "side"; b=乙/B`,
  link: 'dept',
  numbering: 'QP-{yyyy}-0000',
}

/** A form with a field of every kind and words that would end a literal. */
const formOf = (module: keyof typeof codeModules, at: number): CodeForm => ({
  entityName: at % 2 === 0 ? `sample${at}Of${module[0]!.toUpperCase()}${module.slice(1)}` : `sampleEntityWithAVeryLongName${at}OfIts`,
  wordZh: `样品'${at}“的”名称样品样品样品样品样品样品样品样品样品样品`.slice(0, 40),
  wordEn: `Sample’s "words" and 'quotes' \\ \${1} of number ${at} // */`,
  module,
  readers: ['engineer', 'keeper', 'head'],
  writers: ['equipment_manager', 'warehouse_keeper', 'provider_engineer'],
  scopeField: at % 2 === 0 ? 'useLink' : null,
  fields: [
    {
      fieldName: 'mainName',
      wordZh: '名称',
      wordEn: 'Name',
      kind: 'text',
      isRequired: 1,
      isListed: 1,
      isSearched: 1,
      isUnique: 1,
      maxSize: 80,
    },
    ...(Object.keys(codeKinds) as CodeField['kind'][]).map(
      (kind, index): CodeField => ({
        fieldName: `use${kind[0]!.toUpperCase()}${kind.slice(1)}`,
        wordZh: `字段'${index}`,
        wordEn: `Field "${index}" it's`,
        kind,
        isListed: index % 2,
        detail: details[kind] ?? null,
      }),
    ),
  ],
})

test('generated entities of every module and kind pass the check of the project and the tests that came with them', async () => {
  const forms = (Object.keys(codeModules) as (keyof typeof codeModules)[]).map(formOf)
  const files = await filesOf(forms, 'desk')
  for (const part of zipParts(zipFile(files)).values()) {
    const path = join(folder, part.name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, partText(part, 1e6))
  }
  // What `npm run check` runs, and the generated tests; the linter looks at the files that are not as they were.
  const sources = files.flatMap(({ path }) => (path.endsWith('.ts') ? [path] : []))
  const tests = sources.filter((path) => path.endsWith('.test.ts'))
  expect(tests).toHaveLength(forms.length)
  const passes = (...program: string[]) =>
    run('npx', program, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }).catch((failed: { stdout: string; stderr: string }) => {
      expect(`${failed.stdout}\n${failed.stderr}`.slice(-6000)).toBe('')
    })
  const others = async () => {
    await passes('biome', 'check', ...sources)
    await passes('tsx', 'scripts/plain-words.ts', '--hold')
    await passes('vitest', 'run', '--project', 'api', '--maxWorkers=1', ...tests)
  }
  // The compiler needs one processor for as long as the others need together.
  await Promise.all([passes('tsc', '-b'), others()])
})
