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
    file: 'src/data/cache/held-rows.ts',
    from: 'a < b',
    to: '(a) <= (b)',
    why: 'the keys of a map are never the same',
  },
  {
    file: 'src/data/cache/held-rows.ts',
    from: 'missing.size > 0',
    to: '(missing.size) >= (0)',
    why: 'without anything missing the packs are looked at in vain',
  },
  {
    file: 'src/data/cache/stored-bundle.ts',
    from: 'rows[0]?.id',
    to: 'rows[0].id',
    why: 'a pack is never made of no rows',
  },
  {
    file: 'src/data/cache/stored-bundle.ts',
    from: 'place * 16 < ids.length',
    to: '(place * 16) <= (ids.length)',
    why: 'behind the last id there is no byte that could be the same',
  },
  {
    file: 'src/data/cache/stored-bundle.ts',
    from: "''",
    to: "'mutant'",
    why: 'the first id takes its place at once',
  },
  {
    file: 'src/data/cache/dexie-cache.ts',
    from: 'loads?.gen',
    to: 'loads.gen',
    why: 'the loop runs only where there are loads; the question is for the types alone',
  },
  {
    file: 'src/data/cache/read-rows.ts',
    from: 'overlay.filter((op) => op.target.type === entity)',
    to: 'overlay',
    why: 'a write to another entity makes no row, and what is no row is left out',
  },
  {
    file: 'src/data/pull/apply-page.ts',
    from: '{ value: undefined }',
    to: '{}',
    why: 'no caller reads the value of a change that is not made',
  },
  {
    file: 'src/data/pull/apply-bundle.ts',
    from: 'bundleFeedParts(feed)?.entity',
    to: 'bundleFeedParts(feed).entity',
    why: 'what is loaded by packs is a feed with an entity',
  },
  {
    file: 'src/data/outbox/browser-env.ts',
    from: 'true',
    to: 'false',
    why: 'a signal is aborted once, so its listener is called once either way',
  },
  {
    file: 'server/kit/access/access.ts',
    from: "field.kind === 'link'",
    to: 'true',
    why: 'a law holds that what a row is seen through is a link; the question is for the types alone',
  },
  {
    file: 'server/kit/access/access.ts',
    from: "'list'",
    to: "''",
    why: 'the right to list is that of every verb which does not write',
  },
  {
    file: 'server/kit/import/rows/grade-rows.ts',
    from: 'field?.kind',
    to: 'field.kind',
    why: 'a note that is declared is a field, and none is answered before',
  },
]
