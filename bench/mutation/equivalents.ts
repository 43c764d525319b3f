/** A mutant that no test can notice, as the program does the same with it, and why. */
interface Equivalent {
  readonly file: string
  readonly from: string
  readonly to: string
  readonly why: string
}

/** Read one by one; `from` and `to` as the run shows them. Each stands for all mutants of its file that read so. */
export const equivalents: readonly Equivalent[] = [
  {
    file: 'src/data/outbox/browser-env.ts',
    from: 'true',
    to: 'false',
    why: 'a signal is aborted once, so its listener is called once either way',
  },
  {
    file: 'server/kit/access.ts',
    from: "field.kind === 'link'",
    to: 'true',
    why: 'a law holds that what a row is seen through is a link; the question is for the types alone',
  },
  {
    file: 'server/kit/access.ts',
    from: "'list'",
    to: "''",
    why: 'the right to list is that of every verb which does not write',
  },
  {
    file: 'server/kit/import/grade-rows.ts',
    from: 'field?.kind',
    to: 'field.kind',
    why: 'a note that is declared is a field, and none is answered before',
  },
]
