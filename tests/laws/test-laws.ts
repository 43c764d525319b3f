import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SourceFile } from './source-files.ts'
import { withoutComments } from './source-files.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const filesIn = (folder: string, ending: RegExp): SourceFile[] =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => ({ path: `${folder}/${name.replaceAll('\\', '/')}`, text: readFileSync(`${root}${folder}/${name}`, 'utf8') }))

/** The tests that need a live database. */
export const databaseTests = (): SourceFile[] => [
  ...filesIn('tests/api', /\.test\.ts$/),
  ...filesIn('tests/laws', /\.test\.ts$/).filter(({ path }) => path.endsWith('/database.test.ts')),
]

/** Every file of the server that may hold SQL. */
export const sqlFiles = (): SourceFile[] => filesIn('server', /\.(ts|sql)$/)

// Transaction ids have a type of their own in each version's catalogue, and settings tell the version.
const versionDependent = /server_version|\bxid8\b|pg_current_xact_id|pg_current_snapshot/

/** Tests that use SQL whose behaviour depends on the version and do not run on the oldest one. */
export const newestOnly = (tests: readonly SourceFile[], runsOnOldest: (path: string) => boolean): string[] =>
  tests.filter(({ path, text }) => versionDependent.test(text) && !runsOnOldest(path)).map(({ path }) => path)

/** What PostgreSQL 16, 17 and 18 added and 15 refuses. */
const newer = new RegExp(
  [
    'any_value|array_shuffle|array_sample|random_normal|erfc?|system_user|date_add|date_subtract|pg_input_is_valid|pg_input_error_info',
    'json_table|json_exists|json_query|json_value|json_scalar|json_serialize|json_array|json_object|json_arrayagg|json_objectagg',
    'to_bin|to_oct|xmltext|merge_action|uuid_extract_timestamp|uuid_extract_version|unicode_assigned',
    'uuidv7|uuidv4|array_reverse|array_sort|casefold|crc32c?|gamma|lgamma|jsonb_strip_nulls\\([^()]*,',
  ]
    .join('|')
    .split('|')
    .map((name) => (name.includes('\\(') ? name : `\\b${name}\\s*\\(`))
    .concat(
      '\\bis(?: not)? json\\b',
      '\\bwithout overlaps\\b',
      '\\breturning\\s+(?:with\\s*\\(|(?:old|new)\\.)',
      '\\bgenerated always as \\([^)]*\\) virtual\\b',
      '\\bon_error\\b',
      '\\bnot enforced\\b',
    )
    .join('|'),
  'i',
)
const isSql = /\b(select|insert into|update|delete from|create|alter|merge|with)\b/i

/** Statements that only a newer version than 15 understands, as `path: what`. TypeScript is searched in its strings that hold SQL. */
export const tooNewSql = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    const plain = withoutComments(text)
    const statements = path.endsWith('.sql')
      ? [plain]
      : (plain.match(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'/g) ?? []).filter((one) => isSql.test(one))
    return statements.flatMap((one) => {
      const found = newer.exec(one)
      return found ? [`${path}: ${found[0]}`] : []
    })
  })
