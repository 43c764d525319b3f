import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { importsOf, type SourceFile } from '#tests/laws/source-files.ts'

const git = (...flags: string[]): string[] =>
  execFileSync('git', flags, { encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .filter((one) => one !== '')

/** Files that differ from the base, with those that are in no commit. Without a base: from where the branch left main, or from HEAD on main. */
export const changedSince = (base?: string): string[] => {
  const from = base ?? git('merge-base', 'main', 'HEAD')[0] ?? 'HEAD'
  return [...new Set([...git('diff', '--name-only', '--no-renames', from), ...git('ls-files', '--others', '--exclude-standard')])].sort()
}

/** Every TypeScript file of the clone that is tracked or new. */
export const allFiles = (): SourceFile[] =>
  git('ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '*.ts', '*.tsx').flatMap((path) => {
    try {
      return [{ path, text: readFileSync(path, 'utf8') }]
    } catch {
      return []
    }
  })

/** Which files import which, both ways, by path. */
export interface Graph {
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>
  readonly importers: ReadonlyMap<string, ReadonlySet<string>>
}

export const graphOf = (files: readonly SourceFile[]): Graph => {
  const imports = new Map<string, Set<string>>()
  const importers = new Map<string, Set<string>>()
  const put = (map: Map<string, Set<string>>, key: string, value: string): void => {
    map.set(key, (map.get(key) ?? new Set()).add(value))
  }
  for (const { from, to, isPackage } of importsOf(files)) {
    if (isPackage) continue
    put(imports, from, to)
    put(importers, to, from)
  }
  return { imports, importers }
}

/** The files and all that reach them; `through` says whether the walk goes on behind a file. */
export const reaching = (graph: Graph, from: Iterable<string>, through: (path: string) => boolean = () => true): Set<string> => {
  const found = new Set(from)
  for (const path of found) if (through(path)) for (const next of graph.importers.get(path) ?? []) found.add(next)
  return found
}
