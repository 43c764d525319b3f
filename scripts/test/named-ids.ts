import type { SourceFile } from '#tests/laws/source-files.ts'

/** A fact of the specification that a test proves: `seed` is the document, `area` the part of it. */
export interface Requirement {
  readonly id: string
  readonly area: string
  readonly seed: string
}

const isTest = (path: string): boolean => /^tests\/harness\/|\.(test|spec)\.tsx?$/.test(path)

/** The texts in quotes of a program, its titles among them. Comments are read along, so that an apostrophe in one opens no text. */
const quoted = (text: string): string[] =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*|(`(?:[^`\\]|\\[\s\S])*`|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g)].flatMap(
    (hit) => hit[1] ?? [],
  )

/** The ids in brackets in the titles of tests, rows of `each` included; a battery of the harness has titles as well. A comment names nothing. */
export const namedIds = (files: readonly SourceFile[]): Set<string> =>
  new Set(
    files
      .filter(({ path }) => isTest(path))
      .flatMap(({ text }) => quoted(text))
      .flatMap((title) => [...title.matchAll(/\[([A-Z]+(?:-[A-Z0-9]+)+)\]/g)].map((hit) => hit[1]!)),
  )

/** Ids that no test names, and for each document how many of its ids are named. */
export function idGaps(all: readonly Requirement[], files: readonly SourceFile[]) {
  const named = namedIds(files)
  const counts = new Map<string, { named: number; total: number }>()
  for (const { id, seed } of all) {
    const count = counts.get(seed) ?? { named: 0, total: 0 }
    counts.set(seed, { named: count.named + (named.has(id) ? 1 : 0), total: count.total + 1 })
  }
  const known = new Set(all.map(({ id }) => id))
  return {
    missing: all.filter(({ id }) => !named.has(id)),
    counts,
    /** Ids in titles that the specification does not have. */
    unknown: [...named].filter((id) => !known.has(id)).sort(),
  }
}
