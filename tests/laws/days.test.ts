import { expect, test } from 'vitest'
import { entities } from '#contract/registry.ts'
import { beyond, dayColumns, zonedScripts, zonedSql, zonedTexts } from './day-laws.ts'
import { type SourceFile, sourceFiles } from './source-files.ts'

const files = sourceFiles()
const days = dayColumns(entities)

/** Files that name a zone or take days apart, and why. */
const inSql: Readonly<Record<string, string>> = {
  'server/db/home-time.ts': 'the helpers',
  'server/features/check/answers/board-queries.ts': 'a count by the days at home',
  'server/features/check/answers/line-counts.ts': 'a count by the days at home',
  'server/features/iot/alarm-answers.ts': 'writes moments as ISO 8601',
  'server/features/iot/energy/day-costs.ts': 'bounds and months of days',
  'server/features/iot/energy/energy-answers.ts': 'columns of days, and moments written as ISO 8601',
  'server/features/iot/energy/energy-writes.ts': 'its parameter is a day',
  'server/features/iot/energy/fold-readings.ts': 'bounds and months of columns of days',
  'server/features/iot/position-answers.ts': 'writes a moment as ISO 8601',
  'server/features/iot/provision.ts': 'writes moments as ISO 8601',
  'server/features/iot/energy/ten-minutes.ts': 'bounds of days at home',
  'server/features/ledger/books/register-sql.ts': 'its parameter is a day',
  'server/features/ledger/close/terms.ts': 'months of columns of days',
  'server/features/tooling/code-reserved.ts': 'a list of words',
  'server/features/service/ran-before.ts': 'the day of first use, at its start at home',
  'server/features/record/sign-in-search.ts': 'texts are kept by months of UTC, which no one sees',
  'server/kit/counts/log-count.ts': 'entries are counted by days of UTC, which no one sees; moments cut them',
  'server/kit/measures/measure-sql.ts': 'groups by the time at home of a moment',
  'server/kit/counts/tally-table.ts': 'rows are counted by months of UTC, which no one sees; moments cut them',
  'server/sync/bundle.ts': 'writes a moment as ISO 8601',
}
const inScripts: Readonly<Record<string, string>> = {
  'contract/kit/time/day.ts': 'arithmetic of the calendar',
  'contract/kit/time/moment.ts': 'where the zone is said',
  'server/features/record/sign-in-search.ts': 'months of UTC, as they are kept',
  'server/features/insight/due-feed.ts': 'moments of iCalendar files are in UTC',
  'server/features/notice/sms-aliyun.ts': 'a signature in UTC',
  'server/kit/import/cells/cell-values.ts': 'a day in a sheet is midnight of UTC',
  'server/kit/import/table/headings.ts': 'a day in a sheet is midnight of UTC',
  'server/kit/import/table/sheet-rows.ts': 'a day in a sheet is midnight of UTC',
  'server/kit/jobs/cron.ts': 'takes apart a time that is shifted home',
  'src/kit/formats.ts': 'where formats get the zone',
  'src/kit/value-text.ts': 'days of the calendar',
  'src/kit/widgets/desk/day-input.tsx': 'the calendar of a library that knows the zone of the reader alone',
}

test('SQL of the server takes days of moments at home', () => {
  expect(beyond(zonedTexts(files, days), inSql)).toEqual([])
})

test('TypeScript takes days of moments at home', () => {
  expect(beyond(zonedScripts(files), inScripts)).toEqual([])
})

test.each([
  'select 1 where c.valid_until < current_date',
  'select now()::date',
  'select current_timestamp::date',
  'select $1::timestamptz::date',
  'select n.sent_at::date',
  'select (n.sent_at)::date',
  'select localtimestamp',
  "select date_trunc('month', now())",
  "select date_part('year', n.sent_at)",
  "select to_char(n.sent_at, 'YYYY-MM')",
  'select extract(year from n.sent_at)',
  `select extract(hour from \${column})`,
  'select n.sent_at::timestamp',
  "select (n.sent_at at time zone 'Asia/Shanghai')",
  'select 1 where c.valid_until < now()',
])('%s is caught', (sql) => {
  expect(zonedSql(sql, days)).not.toEqual([])
  expect(zonedTexts([{ path: 'server/planted.ts', text: `const text = \`${sql}\`` }], days)).not.toEqual([])
})

test.each([
  'select 1 where c.valid_until < $2::date',
  `select \${into.add(today)}::date`,
  `select \${homeDaySql('n.sent_at')} >= $3::date`,
  `select extract(hour from \${homeTimeSql('s.corrected_at')})`,
  'select extract(epoch from now() - n.sent_at)',
  "select to_char(l.posted_on, 'YYYY-MM')",
  'select unnest($1::date[])',
  'select 1 where n.sent_at < now()',
])('%s passes', (sql) => {
  expect(zonedSql(sql, days)).toEqual([])
})

test.each([
  'const day = new Date().toISOString().slice(0, 10)',
  'const month = now.getMonth() + 1',
  'const year = now.getUTCFullYear()',
  'const first = new Date(year, month, 1)',
  'const text = now.toLocaleDateString()',
  'const isToday = at.toDateString() === now.toDateString()',
  "const format = new Intl.DateTimeFormat('zh')",
  "const zone = 'Asia/Shanghai'",
])('%s is caught', (text) => {
  const planted: SourceFile = { path: 'src/planted.ts', text }
  expect(zonedScripts([planted])).not.toEqual([])
})
