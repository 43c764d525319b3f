import { type SourceFile, withoutComments } from './source-files.ts'

/** Classes that stand for an error are made with `extends`; so are those that a library asks for. */
const bases: Readonly<Record<string, string>> = {
  Error: 'an error that callers tell apart by its class',
  Refusal: 'a refusal that callers tell apart by its class',
  Dexie: 'Dexie declares the tables of a database on a class',
  Component: 'React catches faults of a page in class components alone',
  Duplex: 'a connection that the broker for sensors reads from, which asks for a stream of Node',
}

/** Classes without a base: a state of its own that several methods write. None is made for the sake of a shape, and nothing inherits from them. */
const stateful: Readonly<Record<string, string>> = {
  'contract/ask/assign.ts Assigning': 'collects what the words of one sentence say, which several passes read and write',
  'server/db/batch.ts Batch': 'the driver calls the methods of a query object as answers arrive',
  'server/db/query.ts Parameters': 'numbers placeholders while the text of a statement is being built',
  'server/kit/import/cells/cell.ts ShownNumber': 'works out how its format shows it only where a cell is written as text',
  'server/kit/import/findings.ts Findings': 'counts and bounds what many checks find in one file',
  'src/data/cache/stored-bundle.ts BundleReader': 'keeps the position in a column that is being read',
  'src/data/outbox/settle/settle-answer.ts Book': 'collects what one transaction writes',
  'src/features/asset/public/device-index-part.ts RowsPart': 'tens of thousands of cards share the methods of one prototype',
  'src/features/asset/public/device-index-part.ts BundlePart': 'tens of thousands of cards share the methods of one prototype',
  'src/features/asset/public/device-index.ts DeviceIndex': 'keeps its indexes between searches',
  'src/features/asset/public/kept-device-index.ts DeviceIndexUpdater': 'keeps what has been read of one cache until it is closed',
  'src/features/check/phone/count-index.ts CountIndex': 'keeps the lines of a check by several keys at once',
  'src/features/check/phone/count-indexes.ts CountIndexUpdater': 'keeps what has been read of one cache until it is closed',
  'src/features/check/phone/held-observations.ts HeldObservations':
    'keeps what is said and not yet read from a store, which scans, writes and reads change',
  'src/features/insight/ask/grammar.ts Grammar': 'keeps the vocabularies that it has built',
  'src/kit/scan/acceptance.ts SameText': 'remembers the readings before the one that is judged',
  'src/kit/scan/acceptance.ts Acceptance': 'remembers the readings before the one that is judged',
  'src/kit/scan/reader-batch.ts ReaderBatch': 'collects the codes of one burst of a reader',
  'src/kit/scan/wedge.ts Wedge': 'collects the keys of one code',
}

const classes = /^(?:export )?(?:abstract )?class (\w+)(?:<[^>]*>)?(?: extends (\w+))?/gm

/** Classes that inherit from something else than errors and libraries, or that are not listed, and listed ones that are gone. */
export function wrongClasses(files: readonly SourceFile[]): string[] {
  const found = files.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(classes)].map(([, name, base]) => ({ at: `${path} ${name}`, base })),
  )
  const wrong = found.flatMap(({ at, base }) => {
    if (base !== undefined) return Object.hasOwn(bases, base) ? [] : [`${at} inherits from ${base}`]
    return Object.hasOwn(stateful, at) ? [] : [`${at} is a class`]
  })
  const plain = new Set(found.filter(({ base }) => base === undefined).map(({ at }) => at))
  return [...wrong, ...Object.keys(stateful).flatMap((at) => (plain.has(at) ? [] : [`${at} is listed and is not there`]))]
}

const derives = /^(contract\/kit|server\/(kit|sync)|src\/data)\//
const begins = /^(?:export )?(?:default )?(?:async )?(?:function\*?|const) (\w+)/
const mostLines = 150

/** Derivations that are longer than 150 lines: the functions of the kits that make tables, statements, checks and answers from declarations. */
export const longDerivations = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    if (!derives.test(path)) return []
    let open: { name: string; line: number } | undefined
    return text.split('\n').flatMap((content, line) => {
      const name = begins.exec(content)?.[1]
      if (name) open = { name, line }
      if (!open || !/^[}\])]/.test(content)) return []
      const { name: of, line: first } = open
      open = undefined
      const count = line - first + 1
      return count > mostLines ? [`${path} ${of}: ${count} lines`] : []
    })
  })
