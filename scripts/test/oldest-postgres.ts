/**
 * The tests that run on PostgreSQL 15, the oldest supported version, besides the newest: path or beginning of a path, and why. Everything else is
 * asked once, on the newest: a law holds the SQL of the program to what version 15 knows, and tests that use version-dependent SQL to this list.
 */
export const onOldest: Readonly<Record<string, string>> = {
  'tests/api/families': 'lists, filters, keywords, pages, exports and writes, in each run of half of the families',
  'tests/api/migrate.test.ts': 'migrations and which versions are accepted',
  'tests/api/search.test.ts': 'plans and indexes of the keyword search',
  'tests/api/sync-': 'cursors of transaction ids',
  'tests/laws/database.test.ts': 'the catalogue of the live database',
  'tests/api/log-months.test.ts': 'partitions of the logs, made, searched and dropped',
  'tests/api/rls.test.ts': 'row level security of every table and column type',
  'tests/api/tenant-isolation.test.ts': 'every read and write call is made, so the statements of every module are planned',
}

/** Whether a test file also runs on the oldest version. */
export const runsOnOldest = (file: string): boolean => Object.keys(onOldest).some((start) => file.startsWith(start))
