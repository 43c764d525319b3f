import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Grouping } from '#contract/kit/figures/measure.ts'
import { bandsOf } from '#contract/kit/figures/measure-groups.ts'
import { columnName, tableName, tableOf } from '../table.ts'
import { summedSql } from './summed.ts'
import { filledDim, noDept, type Tally } from './tally-facts.ts'

interface Counted {
  readonly column: string
  readonly type: string
  /** SQL of its value for an alias: the column itself, unless it is computed. */
  readonly of: (alias: string) => string
}

/** The important fields of an entity; a key of filled fields has a 1 or 0 for each, in this order. */
export const importantOf = (of: Entity): string[] => Object.entries(of.fields).flatMap(([name, field]) => (field.important ? [name] : []))

/** The dimension for counts of the whole tenant by a grouping combined with the choice `told`. */
export const crossedDim = ({ of, crossed }: Tally, { by }: Grouping): string =>
  `*${[by, crossed!.told].map((name) => columnName(name, of.fields[name]!)).join('+')}`

/** SQL of a grouping's stored key, from a column: an age is stored as the digits of its day, which sort chronologically. */
function crossedKey({ of }: Tally, grouping: Grouping, column: string, plain: string): string {
  const part = (name: string, width: number): string => `lpad(extract(${name} from ${column})::int::text, ${width}, '0')`
  switch (grouping.as) {
    case undefined:
      return plain
    case 'age':
      return `${part('year', 4)} || ${part('month', 2)} || ${part('day', 2)}`
    case 'year':
      return part('year', 4)
    case 'band': {
      const keys = bandsOf(grouping, of.fields[grouping.by]!, '').map(({ key }) => key)
      const cases = grouping.bounds!.map((bound, index) => `when ${column} < ${bound} then '${keys[index]}'`)
      return `case ${cases.join(' ')} when ${column} is not null then '${keys.at(-1)}' end`
    }
    default:
      throw new Error(`${of.name}.${grouping.by} cannot be counted by ${grouping.as} beside its rows`)
  }
}

/**
 * The inputs of a row's count keys: department, creation time, every choice, the combined groupings, and which important fields are filled.
 */
function counted({ of, by, together, filled, crossed }: Tally): readonly Counted[] {
  // Types of function parameters have no length.
  const types = new Map(tableOf(of).map(({ name, type }) => [name, type.replace(/\(.*\)/, '')]))
  const crossing = crossed?.by.map((one) => one.by) ?? []
  const names = [of.scope!.dept!, ...new Set([...together, ...by, ...crossing])].map((name) => columnName(name, of.fields[name]!))
  const [dept, ...choices] = names
  const plain = [dept!, 'created_at', ...choices].map((column) => ({
    column,
    type: types.get(column)!,
    of: (alias: string) => `${alias}${column}`,
  }))
  if (!filled) return plain
  const columns = importantOf(of).map((name) => columnName(name, of.fields[name]!))
  const bits = (alias: string): string => `concat(${columns.map((column) => `(${alias}${column} is not null)::int`).join(', ')})`
  return [...plain, { column: filledDim, type: 'text', of: bits }]
}

const asText = (column: string, type: string): string => (type === 'text' ? `a_${column}` : `a_${column}::text`)

/** SQL of what the row `c` adds to the sums. */
const amountOf = ({ of, amount }: Tally): string => `coalesce(${summedSql(of, amount, 'c')}, 0)`

/** The database functions of a count table; a law (test) compares them with the live ones. */
export interface TallyFunctions {
  readonly tallied: { readonly name: string; readonly takes: string; readonly body: string }
  readonly tally: { readonly name: string; readonly body: string }
}

/**
 * The functions that maintain a count table: one returns the keys under which a row is counted, the trigger adds the changes of a
 * statement.
 */
export function tallyFunctions(tally: Tally): TallyFunctions {
  const { of, table } = tally
  const name = tableName(of)
  const columns = counted(tally)
  const [dept] = columns
  const typeOf = new Map(columns.map(({ column, type }) => [column, type]))
  const keyOf = (field: string): string => {
    const column = columnName(field, of.fields[field]!)
    return asText(column, typeOf.get(column)!)
  }
  const dims = tally.by.map((field) => `('${columnName(field, of.fields[field]!)}', ${keyOf(field)})`)
  if (tally.filled) dims.push(`('${filledDim}', ${asText(filledDim, 'text')})`)
  const whole = [
    { dim: '*', key: `concat(${tally.together.map(keyOf).join(`, '|', `)})` },
    ...(tally.crossed?.by ?? []).map((grouping) => {
      const key = crossedKey(tally, grouping, `a_${columnName(grouping.by, of.fields[grouping.by]!)}`, keyOf(grouping.by))
      return { dim: crossedDim(tally, grouping), key: `concat(${key}, '|', ${keyOf(tally.crossed!.told)})` }
    }),
  ]
  const month = `(extract(year from a_created_at at time zone 'UTC') * 100 + extract(month from a_created_at at time zone 'UTC'))::int::text`
  const summed = columnName(tally.amount, of.fields[tally.amount]!)
  const list = columns
    .filter(({ column }) => column !== summed)
    .map((one) => (one.of('') === one.column ? one.column : `${one.of('')} as ${one.column}`))
    .join(', ')
  const lateral = (value: (one: Counted) => string): string =>
    `cross join lateral public.${name}_tallied(${columns.map(value).join(', ')}) d`
  const ofRow = lateral((one) => one.of('c.'))
  const amount = amountOf(tally)
  const put = `insert into ${table} (tenant_id, dim, key, dept_id, n, value)`
  return {
    tallied: {
      name: `${name}_tallied`,
      takes: columns.map(({ column, type }) => `a_${column} ${type}`).join(', '),
      body: `
  select v.dim, coalesce(v.key, ''), coalesce(a_${dept!.column}, '${noDept}') from (values ('', ''), ${dims.join(', ')},
    ('created_at', ${month})) v(dim, key)
  ${whole.map(({ dim, key }) => `union all select '${dim}', ${key}, '${noDept}'`).join('\n  ')}
`,
    },
    tally: {
      name: `${name}_tally`,
      body: ` begin
  if tg_op = 'INSERT' then
    ${put}
    select c.tenant_id, d.dim, d.key, d.dept_id, count(*), sum(${amount}) from n c ${ofRow}
    where not c.is_deleted group by 1, 2, 3, 4;
  elsif tg_op = 'UPDATE' then
    -- Most updates change nothing that is counted; as many rows were as are, so what is left out of one side would be left out of the other.
    if not exists (select tenant_id, is_deleted, ${summed}, ${list} from n
      except all select tenant_id, is_deleted, ${summed}, ${list} from o) then
      return null;
    end if;
    ${put}
    select c.tenant_id, d.dim, d.key, d.dept_id, sum(c.k), sum(c.k * ${amount})
    from (select 1 as k, tenant_id, ${summed}, ${list} from n where not is_deleted
      union all select -1, tenant_id, ${summed}, ${list} from o where not is_deleted) c ${lateral(({ column }) => `c.${column}`)}
    group by 1, 2, 3, 4 having sum(c.k) <> 0 or sum(c.k * ${amount}) <> 0;
  else
    ${put}
    select c.tenant_id, d.dim, d.key, d.dept_id, -count(*), -sum(${amount}) from o c ${ofRow}
    where not c.is_deleted group by 1, 2, 3, 4;
  end if;
  return null;
end `,
    },
  }
}

/** SQL that creates the functions of a count table from its declaration. */
export function tallySql(tally: Tally): string {
  const { tallied, tally: trigger } = tallyFunctions(tally)
  return `do $$ declare one regprocedure; begin
  for one in select oid::regprocedure from pg_proc where proname = '${tallied.name}' and pronamespace = 'public'::regnamespace loop
    execute format('drop function %s', one);
  end loop;
end $$;
create function ${tallied.name}(${tallied.takes})
returns table (dim text, key text, dept_id uuid) language sql immutable parallel safe rows ${tally.by.length + (tally.filled ? 4 : 3) + (tally.crossed?.by.length ?? 0)} as $$${tallied.body}$$;
create or replace function ${trigger.name}() returns trigger language plpgsql as $$${trigger.body}$$;
`
}

/** SQL that recounts every row after the fields to count by have changed. Locks the table against writes. */
export function recountSql(tally: Tally): string {
  const table = tableName(tally.of)
  const columns = counted(tally).map((one) => one.of('c.'))
  const open = [table, tally.table]
  return `lock table ${table} in share row exclusive mode;
${open.map((one) => `alter table ${one} no force row level security;`).join('\n')}
delete from ${tally.table};
insert into ${tally.table} (tenant_id, dim, key, dept_id, seq, n, value)
select c.tenant_id, d.dim, d.key, d.dept_id, 0, count(*), sum(${amountOf(tally)}) from ${table} c
cross join lateral public.${table}_tallied(${columns.join(', ')}) d where not c.is_deleted group by 1, 2, 3, 4;
${open.map((one) => `alter table ${one} force row level security;`).join('\n')}
`
}
