import { importsOf, type SourceFile, withoutComments } from './source-files.ts'

/** The modules of a layer that have a folder: `server/features/check/scan.ts` -> `check`. */
const moduleOf = (path: string): string | undefined => /^server\/features\/([^/]+)\//.exec(path)?.[1]

/** Files that are reached from one by imports, itself included. */
function reached(from: string, targets: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set([from])
  for (const path of found) for (const next of targets.get(path) ?? []) found.add(next)
  return found
}

/** Files of the server's modules that register hooks or effects and are not reached from their `module.ts`. */
export const unreachedFiles = (files: readonly SourceFile[]): string[] => {
  const targets = new Map<string, string[]>()
  for (const { from, to, isPackage } of importsOf(files)) if (!isPackage) targets.set(from, [...(targets.get(from) ?? []), to])
  return files
    .filter(({ path, text }) => moduleOf(path) && /^\s*(hook|step)\(/m.test(withoutComments(text)))
    .filter(({ path }) => !reached(`server/features/${moduleOf(path)}/module.ts`, targets).has(path))
    .map(({ path }) => `${path} registers something and module.ts does not reach it`)
}

/** Files `<layer>/<module>/<name>` that the list of a layer does not import. */
export const unlisted = (files: readonly SourceFile[], list: string, isManifest: RegExp): string[] => {
  const listed = new Set(importsOf(files.filter(({ path }) => path === list)).map(({ to }) => to))
  return files.filter(({ path }) => isManifest.test(path) && !listed.has(path)).map(({ path }) => `${path} is not in ${list}`)
}

/** What is declared by `export const … = entity(…)` and the like, by its name. */
const declared = (files: readonly SourceFile[], folder: string, by: RegExp): Map<string, string> =>
  new Map(
    files
      .filter(({ path }) => path.startsWith(folder))
      .flatMap(({ path, text }) => [...withoutComments(text).matchAll(by)].map((match): [string, string] => [match[1]!, path])),
  )

/** Entities and calls that a file of the contract declares and no manifest brings, or several bring. */
export const unbrought = (files: readonly SourceFile[], folder: string, by: RegExp, brought: readonly string[]): string[] => [
  ...[...declared(files, folder, by)].flatMap(([name, path]) => (brought.includes(name) ? [] : [`${name} of ${path} is in no manifest`])),
  ...brought.filter((name, index) => brought.indexOf(name) !== index).map((name) => `${name} is in several manifests`),
]
