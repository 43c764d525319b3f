import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One file of the product: its path from the root of the clone and what is in it. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** `to` is a path from the root of the clone, or the name of a package. */
export interface Import {
  readonly from: string
  readonly to: string
  readonly isPackage: boolean
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const floors = ['contract', 'server', 'src']

/** The path of every file of the three floors, styles and SQL included. */
export const sourcePaths = (): string[] =>
  floors.flatMap((floor) =>
    readdirSync(`${root}${floor}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => posix.relative(root, posix.join(entry.parentPath.replaceAll('\\', '/'), entry.name))),
  )

/** Every TypeScript file of the three floors. */
export const sourceFiles = (): SourceFile[] =>
  sourcePaths()
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }))

/** A text without its comments; good enough for texts that hold no comment marks inside strings but in addresses. */
export const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1')

const statement = /(?<!['"])(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'",\n][^'"\n]*)['"]/g

/** Every import of the files: values and types, static and dynamic, and `export … from`. */
export const importsOf = (files: readonly SourceFile[]): Import[] =>
  files.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(statement)].map((match) => {
      const target = match[1]!
      const own = target.startsWith('#') || target.startsWith('.')
      const to = target.startsWith('#') ? target.slice(1) : own ? posix.join(posix.dirname(path), target) : target
      return { from: path, to, isPackage: !own }
    }),
  )
