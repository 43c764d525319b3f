import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { moduleOf } from '../../../scripts/sql/modules.ts'
import { type Product, readProduct } from '../../../scripts/sql/product.ts'
import { checkRowColumns } from '../../../scripts/sql/row-columns.ts'
import { type Schema, schemaOf } from '../../../scripts/sql/schema.ts'

const ddl = `create table person (id uuid, person_name text, dept_id uuid, primary key (id));
  create table department (id uuid, dept_name text, gone text);
  alter table department drop column gone;
  alter table department add column is_closed boolean;`

/** What the check says of modules, `path:line said` each. */
async function saidOf(texts: Readonly<Record<string, string>>, schema: Schema = schemaOf([ddl])) {
  // `§` stands for the dollar of a template in these texts.
  const product = await readProduct(
    Object.keys(texts),
    Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, text.replaceAll('§', '$')])),
  )
  const { wrong, open, unread, held } = product.check(Object.keys(texts), schema)
  const lines = (places: typeof wrong) => places.map(({ path, line, said }) => `${path}:${line} ${said}`)
  return { wrong: lines(wrong), open: lines(open), unread: unread.length, held }
}
const file = 'server/features/sample/a.ts'
const wrongIn = async (text: string): Promise<readonly string[]> =>
  (await saidOf({ [file]: text })).wrong.map((one) => one.slice(file.length + 1))

// The parser is loaded here; everything else follows from the texts.
beforeAll(async () => {
  await readProduct([])
})

const wrongTexts = [
  ['a column under an alias', "'select p.person_title from person p'", ['1 p.person_title: no such column']],
  ['a column without an alias', "'select person_title from person'", ['1 person_title: no such column']],
  ['a column that a migration drops', "'select gone from department'", ['1 gone: no such column']],
  ['a table', "'select id from people'", ['1 no table people']],
  ['an alias', "'select q.id from person p'", ['1 q.id: no table or alias q']],
  ['a column of INSERT', "'insert into person (id, person_title) values ($1, $2)'", ['1 person.person_title: no such column']],
  ['a column of SET', "'update person set person_title = $1 where id = $2'", ['1 person.person_title: no such column']],
  ['a column of RETURNING', "'delete from person where id = $1 returning person_title'", ['1 person_title: no such column']],
  [
    'a column of ON CONFLICT',
    "'insert into person (id) values ($1) on conflict (id) do update set dept_id = excluded.dept'",
    ['1 excluded.dept: no such column'],
  ],
  ['a column of a common table expression', "'with a as (select id as key from person) select a.id from a'", ['1 a.id: no such column']],
  ['a column of a subquery', "'select x.id from (select dept_name from department) x'", ['1 x.id: no such column']],
  [
    'a column of the statement around a subquery',
    "'select id from person p where exists (select 1 from department d where d.id = p.dept)'",
    ['1 p.dept: no such column'],
  ],
  [
    'a column of a row of JSON',
    "'select r.person_title from jsonb_populate_recordset(null::person, $1) r'",
    ['1 r.person_title: no such column'],
  ],
] as const

test.each(wrongTexts)('%s that does not exist is found', async (_, text, said) => {
  expect(await wrongIn(`export const q = ${text}`)).toEqual(said)
})

const rightTexts = [
  "'select p.*, d.dept_name as name, count(*) over () as total from person p left join department d on d.id = p.dept_id order by name, total'",
  "'with recursive a as (select id, 1 as depth from person union all select p.id, a.depth + 1 from person p join a on a.id = p.dept_id) select id, depth from a'",
  "'select x.n, y.key from unnest($1::int[]) as x(n), jsonb_each($2) y group by x.n, y.key having max(y.value::text) is not null'",
  "'insert into person (id, dept_id) select d.id, d.id from department d where not d.is_closed on conflict (id) do update set person_name = excluded.person_name returning id'",
  "'select c.relname from pg_class c where relkind = $1'",
]

test.each(rightTexts)('%s has no wrong name', async (text) => {
  const { wrong, open, unread, held } = await saidOf({ [file]: `export const q = ${text}` })
  expect({ wrong, open, unread }).toEqual({ wrong: [], open: [], unread: 0 })
  expect(held > 0 || text.includes('pg_class')).toBe(true)
})

test('a wrong name is found with its line in constants, functions and other modules', async () => {
  const texts = {
    [file]: [
      "import { named, ofDept } from './b.ts'",
      'const columns = `p.id, p.person_title`',
      'export const one = (into: { add(value: unknown): string }, wide: boolean) => ({',
      '  text: `select §{columns}, §{named} from person p where §{ofDept(into)}§{wide ? ` and p.wide` : ""} limit §{into.add(1)}`,',
      '})',
    ].join('\n'),
    'server/features/sample/b.ts': [
      "export const named = 'p.called'",
      'export function ofDept(into: { add(value: unknown): string }): string {',
      '  const alias = "p"',
      '  return `§{alias}.dept_id = §{into.add(1)} and p.dept_title is null`',
      '}',
    ].join('\n'),
  }
  expect((await saidOf(texts)).wrong.toSorted()).toEqual([
    `${file}:2 p.person_title: no such column`,
    `${file}:4 p.wide: no such column`,
    'server/features/sample/b.ts:1 p.called: no such column',
    'server/features/sample/b.ts:4 p.dept_title: no such column',
  ])
})

test('a wrong name is found in a statement that a function makes and in the pieces of a page', async () => {
  const text = [
    'const made = (ids: string): string => `with a as (§{ids}) select a.key from a`',
    "export const one = { text: made('select id from person') }",
    "export const page = { columns: 'p.id, p.person_title', from: 'person p where p.dept is null', order: 'p.at_once' }",
  ].join('\n')
  expect((await wrongIn(text)).toSorted()).toEqual([
    '1 a.key: no such column',
    '3 p.at_once: no such column',
    '3 p.dept: no such column',
    '3 p.person_title: no such column',
  ])
})

test('what only the running program knows is left open, unless no table has such a column', async () => {
  const text =
    'export const q = (table: string, where: string) => `select t.dept_name, t.never from §{table} t where §{where} and t.dept_id = $1`'
  const { wrong, open } = await saidOf({ [file]: text })
  expect(open).toEqual([`${file}:1 t.dept_name`, `${file}:1 t.dept_id`])
  expect(wrong).toEqual([`${file}:1 t.never: no table has such a column`])
})

test('a text that the parser cannot read is counted', async () => {
  expect((await saidOf({ [file]: "export const q = 'select id from where person'" })).unread).toBe(1)
})

test('a migration that renames a column makes the statements wrong that name it', async () => {
  const path = 'server/features/check/answers/report-queries.ts'
  const product: Product = await readProduct([path])
  expect(product.check().wrong).toEqual([])
  const columns = new Set(product.schema.tables.get('check_task'))
  columns.delete('begin_date')
  const tables = new Map(product.schema.tables).set('check_task', columns.add('first_day'))
  const line =
    readFileSync(path, 'utf8')
      .split('\n')
      .findIndex((one) => one.includes('k.begin_date')) + 1
  expect(product.check([path], { ...product.schema, tables }).wrong).toEqual([{ path, line, said: 'k.begin_date: no such column' }])
})

test('a column that is read from a row, or written into one, exists somewhere: in a table or as a result', () => {
  const said = (text: string, schema = schemaOf([ddl])) =>
    checkRowColumns([moduleOf(file, text)], schema).wrong.map((one) => `${one.line} ${one.said}`)
  const fine =
    "const q = 'select count(*) as how_many from person'\nexport const f = (row: any) => [row.how_many, row.person_name, { dept_id: q }]"
  expect(said(fine)).toEqual([])
  expect(said(fine, schemaOf([ddl, 'alter table person rename column person_name to full_name']))).toEqual([
    '2 person_name: no table or result has such a column',
  ])
  expect(said('export const f = ({ dept_gone }: any) => dept_gone')).toHaveLength(3)
})
