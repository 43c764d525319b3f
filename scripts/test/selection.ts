import { basename } from 'node:path'
import type { SourceFile } from '#tests/laws/source-files.ts'
import { type Graph, reaching } from './graph.ts'
import { kindOf } from './kinds.ts'
import { modulesOf, modulesOfTest } from './modules.ts'

/** A test file, why a change can touch it, how near it is (3 the nearest) and what it costs. */
export interface Choice {
  readonly file: string
  readonly why: string
  readonly rank: number
  readonly seconds: number
}

export interface Selection {
  readonly chosen: readonly Choice[]
  /** The selected tests and those that do not fit. */
  readonly leftOut: readonly Choice[]
}

export interface Given {
  readonly changed: readonly string[]
  readonly files: readonly SourceFile[]
  readonly graph: Graph
  /** Seconds by test file, as far as known. */
  readonly times: Readonly<Record<string, number>>
  /** Seconds for the API and the browser together. */
  readonly budget: number
  /** Test files that run at once against a database. */
  readonly workers: number
}

const isApi = (path: string): boolean => /^tests\/(api\/.+|laws\/database)\.test\.ts$/.test(path)
/** Mounts pages of the desk in front of the program. */
const isDesk = (path: string): boolean => /^tests\/desk\/.+\.test\.tsx$/.test(path)
/** Starts whole programs, kills them and starts them again. */
const isRuntime = (path: string): boolean => /^tests\/runtime\/.+\.test\.ts$/.test(path)
/** What only tests of whole programs see: the life of the process and how it is started. */
const isLife = (path: string): boolean => /^server\/runtime\/|^server\/(?:[\w-]+-)?main\.ts$/.test(path)
const isSpec = (path: string): boolean => /^e2e\/.+\.spec\.ts$/.test(path)
const isProgram = (path: string): boolean => /^(contract|server)\//.test(path)
const isPage = (path: string): boolean => /^(src|public)\/|^(index|phone)\.html$|^vite\.config\.ts$/.test(path)

/** Cost of a test without measurements, and the extra cost of building the program for the first browser test or test of a whole program. */
const unknown = { api: 6, e2e: 20, runtime: 60 }
const buildSeconds = 45

const wordsOf = (path: string): string[] =>
  basename(path)
    .replace(/\.(test|spec)?\.?tsx?$/, '')
    .split('-')
    .filter((word) => word.length > 3)

/** Desk, phone or both: what the pages that reach the file are. */
const bodiesOf = (path: string, graph: Graph): ReadonlySet<string> => {
  const reached = reaching(graph, [path])
  const found = ['desk', 'phone'].filter((body) => reached.has(`src/${body}.tsx`))
  return new Set(found.length > 0 ? found : ['desk', 'phone'])
}
const bodiesOfSpec = (text: string): string[] => [
  ...(/harness\/(desk-page|pdf)\.ts/.test(text) ? ['desk'] : []),
  ...(/harness\/(phone|scanner)\.ts/.test(text) ? ['phone'] : []),
]

/** Why a change touches a test of whole programs: every feature runs in them, so only what they import and the life of the process counts. */
const touchingRuntime = (file: string, changed: readonly string[], graph: Graph): Omit<Choice, 'file' | 'seconds'> | undefined => {
  if (changed.includes(file)) return { rank: 4, why: 'changed' }
  const imported = [file]
  for (const path of imported)
    for (const next of graph.imports.get(path) ?? []) if (next.startsWith('tests/runtime/') && !imported.includes(next)) imported.push(next)
  const direct = new Set(imported.flatMap((path) => [path, ...(graph.imports.get(path) ?? [])]))
  const used = changed.find((path) => direct.has(path))
  if (used) return { rank: 3, why: `imports ${used}` }
  const named = changed.find((path) => isLife(path) && wordsOf(path).some((word) => wordsOf(file).includes(word)))
  if (named) return { rank: 3, why: `named like ${named}` }
  const life = changed.find(isLife)
  return life ? { rank: 2, why: `starts ${life}` } : undefined
}

/** Everything in tests/unit that reaches a changed file. */
export const unitTestsOf = (changed: readonly string[], graph: Graph): string[] =>
  [...reaching(graph, changed)].filter((path) => /^tests\/unit\/.+\.test\.tsx?$/.test(path)).sort()

/** Chooses what a change can touch, the nearest and cheapest first, as far as it fits. */
export const select = ({ changed, files, graph, times, budget, workers }: Given): Selection => {
  // Helpers of tests reach the tests that use them; the program reaches every API test, so modules decide there.
  const nearTests = reaching(
    graph,
    changed.filter((path) => /^(tests|e2e)\//.test(path)),
    (path) => /^(tests|e2e)\//.test(path),
  )
  const program = changed.filter(isProgram)
  const pages = changed.filter((path) => isPage(path))
  const moduleSets = new Map([...program, ...pages].map((path) => [path, modulesOf(path, graph)]))

  const nearest = (file: string, text: string, from: readonly string[]): Omit<Choice, 'file' | 'seconds'> | undefined => {
    if (changed.includes(file)) return { rank: 4, why: 'changed' }
    if (nearTests.has(file)) return { rank: 3, why: 'uses a changed part of the tests' }
    const imported = from.find((path) => graph.imports.get(file)?.has(path))
    if (imported) return { rank: 3, why: `imports ${imported}` }
    const named = from.find((path) => wordsOf(path).some((word) => wordsOf(file).includes(word)))
    if (named) return { rank: 3, why: `named like ${named}` }
    const modules = modulesOfTest(file, text, graph)
    const shared = from.find((path) => [...moduleSets.get(path)!].some((module) => modules.has(module)))
    if (shared) return { rank: 2, why: `same module as ${shared}` }
    const kit = from.find((path) => moduleSets.get(path)!.has('kit'))
    if (!kit) return undefined
    return { rank: ['battery', 'every family'].includes(kindOf(file)) ? 1 : 0, why: `${kit} is used everywhere` }
  }
  const candidates = files.flatMap(({ path, text }): Choice[] => {
    if (isApi(path)) {
      const found = nearest(path, text, program)
      return found ? [{ file: path, seconds: times[path] ?? unknown.api, ...found }] : []
    }
    if (isDesk(path)) {
      const found = nearest(path, text, [...program, ...pages.filter((page) => bodiesOf(page, graph).has('desk'))])
      return found ? [{ file: path, seconds: times[path] ?? unknown.api, ...found }] : []
    }
    if (isRuntime(path)) {
      const found = touchingRuntime(path, changed, graph)
      return found ? [{ file: path, seconds: times[path] ?? unknown.runtime, ...found }] : []
    }
    if (!isSpec(path)) return []
    const bodies = bodiesOfSpec(text)
    const found = nearest(
      path,
      text,
      pages.filter((page) => [...bodiesOf(page, graph)].some((body) => bodies.includes(body))),
    )
    return found ? [{ file: path, seconds: times[path] ?? unknown.e2e, ...found }] : []
  })

  let left = budget
  let isBuilt = false
  const chosen: Choice[] = []
  const leftOut: Choice[] = []
  for (const one of candidates.sort((a, b) => b.rank - a.rank || a.seconds - b.seconds)) {
    const onBuild = isSpec(one.file) || isRuntime(one.file)
    const cost = onBuild ? one.seconds + (isBuilt ? 0 : buildSeconds) : one.seconds / workers
    if (cost > left) leftOut.push(one)
    else {
      left -= cost
      isBuilt ||= onBuild
      chosen.push(one)
    }
  }
  return { chosen, leftOut }
}
