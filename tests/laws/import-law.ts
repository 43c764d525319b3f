import { type Import, importsOf, type SourceFile, withoutComments } from './source-files.ts'

/** The calls that the pages' kit makes itself: the session, unread notices, field configuration, dictionaries, live changes, sums and saved filters of lists, and
 * work in the background. */
const wire = [
  'contract/calls/settings/dictionary.ts',
  'contract/calls/settings/field-config.ts',
  'contract/calls/tooling/job.ts',
  'contract/calls/settings/list-counts.ts',
  'contract/calls/settings/list-sums.ts',
  'contract/calls/tooling/live.ts',
  'contract/calls/notice/notice.ts',
  'contract/calls/settings/saved-filter.ts',
  'contract/calls/identity/session.ts',
]

/**
 * What each room may import beside itself; `*` stands for the rest of a path, `<module>` for the importer's own module.
 * Kits, sync and data know entities by what modules hand in: they import none. The contract's own exceptions are links by name, `through`, and the
 * default rights, which name entities of other modules as text.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'contract/kit': [],
  'contract/entities': ['contract/kit'],
  'contract/calls': ['contract/kit', 'contract/entities'],
  'contract/measures': ['contract/kit', 'contract/entities'],
  'contract/home': ['contract/kit', 'contract/entities'],
  'contract/modules': ['contract/kit', 'contract/entities', 'contract/calls', 'contract/measures', 'contract/home'],
  contract: ['contract*'],
  'contract/ask': ['contract*'],
  'contract/codes': ['contract*'],
  'contract/depreciation': ['contract*'],
  'contract/label': ['contract*'],
  'contract/sync': ['contract*'],
  'server/db': ['contract*', 'server/demo', 'server/refused.ts', 'server/settings.ts'],
  'server/demo': ['contract*', 'server/db', 'server/refused.ts', 'server/settings.ts'],
  'server/kit': ['contract', 'contract/kit', 'server/db', 'server/demo'],
  'server/http': ['contract*', 'server/db', 'server/kit', 'server/version.ts'],
  'server/backup': ['contract*', 'server/db', 'server/kit/files/content-store.ts', 'server/refused.ts', 'server/version.ts'],
  'server/features/<module>': ['contract*', 'server/db', 'server/demo', 'server/kit'],
  'server/sync': [
    'contract',
    'contract/kit',
    'contract/calls/tooling/file.ts',
    'contract/calls/tooling/sync.ts',
    'contract/calls/tooling/upload.ts',
    'server/db',
    'server/kit',
    'server/http',
  ],
  'server/live': ['contract', 'contract/kit', 'contract/calls/tooling/live.ts', 'server/db', 'server/kit', 'server/http'],
  'server/jobs': ['contract*', 'server/db', 'server/kit'],
  'server/runtime': [
    'contract*',
    'server/db',
    'server/demo',
    'server/kit',
    'server/modules.ts',
    'server/refused.ts',
    'server/settings.ts',
    'server/version.ts',
  ],
  server: ['contract*', 'server*', 'package.json'],
  'src/data': ['contract', 'contract/kit', ...wire],
  'src/words': ['contract*', 'src/data'],
  'src/kit': ['contract', 'contract/kit', ...wire, 'src/data', 'src/words'],
  'src/features/<module>': ['contract*', 'src/data', 'src/words', 'src/kit'],
  'src/app': ['contract*', 'src*'],
  src: ['contract*', 'src*'],
}

/** What a file may do that its room may not, and why. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // The calls that open a session set cookies and read headers, which no other module's calls do.
  'server/features/identity/sign-in/session-routes.ts': ['server/http'],
  // Signing in elsewhere begins before there is a session.
  'server/features/identity/federated/federated-routes.ts': ['server/http'],
  // What browsers keep of a session.
  'server/features/identity/sign-in/session-cookies.ts': ['server/http'],
  // Its calls are made before a sign-in.
  'server/features/identity/sign-in/public-routes.ts': ['server/http'],
  // A forgotten password is asked about before a sign-in; its code leaves as a message.
  'server/features/notice/forgotten/forgotten-routes.ts': ['server/http'],
  // The route of sensors, which have a credential and no session.
  'server/features/iot/telemetry-route.ts': ['server/http'],
  // Who reports by a label has no account.
  'server/features/service/label/report-routes.ts': ['server/http'],
  // Calendar programs have no session.
  'server/features/insight/due-feed-route.ts': ['server/http'],
}

/** The room of a file: `server/features/check/scan.ts` -> `server/features/check`. */
export const roomOf = (path: string): string => {
  const parts = path.split('/').slice(0, -1)
  const depth = parts[1] === 'features' ? 3 : 2
  return parts.slice(0, depth).join('/')
}

/** The rooms below `contract` that hold no entities, calls or measures, as the files beside them. */
const besideContract = new Set(['contract/ask', 'contract/codes', 'contract/depreciation', 'contract/label', 'contract/sync'])

const isIn = (path: string, place: string): boolean =>
  (place === 'contract' && besideContract.has(roomOf(path))) ||
  (place.endsWith('*')
    ? path === place.slice(0, -1) || path.startsWith(`${place.slice(0, -1)}/`)
    : path === place || roomOf(path) === place)

const ruleOf = (room: string): readonly string[] | undefined =>
  allowed[room] ?? allowed[room.replace(/^((?:server|src)\/features)\/.+$/, '$1/<module>')]

const isAllowed = ({ from, to }: Import): boolean => {
  const room = roomOf(from)
  if (roomOf(to) === room || exceptions[from]?.includes(roomOf(to))) return true
  if (/^(server|src)\/features\/[^/]+\/public\.ts$/.test(to) && room.startsWith('server/features/') && to.startsWith('server/')) return true
  if (/^src\/features\/[^/]+\/public\//.test(to) && room.startsWith('src/features/')) return true
  return ruleOf(room)?.some((place) => isIn(to, place)) ?? false
}

const declaresEntity = (text: string): boolean => /=\s*entity\(/.test(text)

/** Every import that goes the wrong way, types included. */
export const wrongImports = (files: readonly SourceFile[]): string[] => {
  const texts = new Map(files.map((file) => [file.path, file.text]))
  return importsOf(files).flatMap((one) => {
    if (one.isPackage) {
      const pure = one.from.startsWith('contract/') && !(one.to === 'zod' && one.from === 'contract/kit/schema.ts')
      return pure ? [`${one.from} imports the package ${one.to}: the contract has none`] : []
    }
    if (!isAllowed(one)) return [`${one.from} imports ${one.to}`]
    const entities = [one.from, one.to].every((path) => path.startsWith('contract/entities/') && declaresEntity(texts.get(path) ?? ''))
    return entities ? [`${one.from} imports the entity of ${one.to}: links are by name`] : []
  })
}

/** Every ring of what names each other, as `a -> b -> a`. */
function ringsOf(pairs: readonly (readonly [from: string, to: string])[]): string[] {
  const targets = new Map<string, Set<string>>()
  for (const [from, to] of pairs) targets.set(from, (targets.get(from) ?? new Set()).add(to))
  const done = new Set<string>()
  const found: string[] = []
  const walk = (path: string, above: readonly string[]): void => {
    const at = above.indexOf(path)
    if (at >= 0) return void found.push([...above.slice(at), path].join(' -> '))
    if (done.has(path)) return
    for (const next of targets.get(path) ?? []) walk(next, [...above, path])
    done.add(path)
  }
  for (const path of targets.keys()) walk(path, [])
  return found
}

/** Every ring of files that import each other, types included. */
export const importCycles = (files: readonly SourceFile[]): string[] =>
  ringsOf(importsOf(files).flatMap(({ from, to, isPackage }) => (isPackage ? [] : [[from, to] as const])))

const isModule = (room: string): boolean => /^(server|src)\/features\//.test(room)

/** Every ring of modules that use each other, by whichever of their files. */
export const moduleCycles = (files: readonly SourceFile[]): string[] =>
  ringsOf(
    importsOf(files)
      .map(({ from, to }) => [roomOf(from), roomOf(to)] as const)
      .filter(([from, to]) => from !== to && isModule(from) && isModule(to)),
  )

const kits = /^(server\/(kit|sync)|src\/(kit|data))\//

/** Words that are names of entities and also mean something in the vocabulary: a scope, a kind of value, a column of the session. */
const vocabulary = new Set(['dept', 'file', 'role', 'user'])

/** Entities that files of the kits, of sync or of data name as text. */
export const namedEntities = (files: readonly SourceFile[], entities: ReadonlySet<string>): string[] =>
  files
    .filter(({ path }) => kits.test(path))
    .flatMap(({ path, text }) =>
      [...withoutComments(text).matchAll(/'([a-z][A-Za-z]*)'/g)].flatMap(([, word]) =>
        entities.has(word!) && !vocabulary.has(word!) ? [`${path} names ${word}`] : [],
      ),
    )

/** Tables of entities that a kit names in its SQL, and why: they are the kit's own. */
const ownTables: Readonly<Record<string, readonly string[]>> = {
  // The check of a session reads in one statement who asks, with their rights, data scope and field settings.
  'server/kit/access/actor.ts': ['app_user', 'custom_field', 'data_scope', 'dept', 'field_config', 'role'],
  // A job acts as the person who started it.
  'server/kit/jobs/job-actor.ts': ['app_user'],
  // Settings of a tenant are part of every view of an entity.
  'server/kit/tenant-settings.ts': ['custom_field'],
  // Every list shows who made a row.
  'server/kit/read/select.ts': ['app_user'],
  // Files hang on rows of every entity.
  'server/kit/files/files.ts': ['file'],
  'server/kit/files/share-files.ts': ['file'],
  'server/kit/jobs/result-file.ts': ['file'],
  'server/kit/files/kept-content.ts': ['file'],
  'server/sync/blobs.ts': ['file'],
  'server/sync/note.ts': ['file'],
  'server/sync/upload-routes.ts': ['file'],
  // The store in use is a row of the platform.
  'server/kit/files/stores.ts': ['oss'],
  // Every step may send notices; the demo begins with none unread.
  'server/kit/demo-acts.ts': ['notice'],
}

const statementKits = /^server\/(kit|sync)\//
const named = /\b(?:(?:insert into|update|delete from|merge into)\s+(?:only\s+)?([a-z_]+)\b|(?:from|join)\s+([a-z_]+)\b(?!\s*\())/g

/** Tables of entities that SQL of the server's kit and of sync names, but for the kit's own. */
export const namedTables = (files: readonly SourceFile[], tables: ReadonlySet<string>): string[] =>
  files
    .filter(({ path }) => statementKits.test(path))
    .flatMap(({ path, text }) => {
      const found = new Set(
        [...withoutComments(text).matchAll(named)].map(([, written, read]) => (written ?? read)!).filter((table) => tables.has(table)),
      )
      return [...found].flatMap((table) => (ownTables[path]?.includes(table) ? [] : [`${path} names the table ${table}`]))
    })
