import { expect, expectTypeOf, test } from 'vitest'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { selecting, sql, table } from '#server/db/columns.ts'
import { Parameters, type RowsOf } from '#server/db/query.ts'

const [lines, l] = table(checkLine, 'l')

test('a statement names its columns once, and its rows have their types', () => {
  const into = new Parameters()
  const query = selecting(
    { id: l.id, deptId: l.deptId, result: l.result, count: sql<number>('count(*)::int') },
    `from ${lines} where ${l.tenantId} = ${into.add('100001')} group by 1, 2, 3`,
    into,
    { once: true, first: 'with x as (select 1) ' },
  )
  expect(query).toEqual({
    text: 'with x as (select 1) select l.id as "id", l.dept_id as "deptId", l.result as "result", count(*)::int as "count" from check_line l where l.tenant_id = $1 group by 1, 2, 3',
    values: ['100001'],
    once: true,
  })
  type Found = RowsOf<typeof query>[number]
  expectTypeOf<Found['id']>().toEqualTypeOf<string>()
  expectTypeOf<Found['deptId']>().toEqualTypeOf<string | null>()
  expectTypeOf<Found['count']>().toEqualTypeOf<number>()
  expectTypeOf<Found['result']>().toEqualTypeOf<keyof typeof checkLine.fields.result.of>()
})

test('a field that is not declared does not compile', () => {
  // @ts-expect-error `deptName` is no field of a line
  expect(l.deptName).toBeUndefined()
})
