import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { entityNamed } from '#contract/registry.ts'
import type { NamedColumn, Parameters, Row } from '#server/db/query.ts'
import { mayList, scopeSql } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Context } from '../context.ts'
import { remembered } from '../remembered.ts'
import { columnName, tableName } from '../table.ts'
import { finisher, selectApart } from './select.ts'

interface Options {
  /** SQL columns over the alias `t`, the id among them, and the joins that they need. */
  readonly columns: string
  readonly joins: string
  readonly named: readonly NamedColumn[]
  /** The option of a row; the caller may modify it. */
  of(row: Row): Row
}

const told = new WeakMap<View, ReadonlySet<string>>()

/** SQL of the id of the newest picture of a row, null if the person may not see such files; undefined if rows have no pictures. */
function pictureSql({ entity }: View, actor: Actor, into: Parameters): string | undefined {
  const { picture } = entity
  if (!picture) return undefined
  const of = entityNamed(picture.in)
  if (!mayList(actor, of) || !(picture.files in actor.settings.view(of).fields)) return 'null::uuid'
  const column = (name: string): string => `f.${columnName(name, of.fields[name]!)}`
  const scope = scopeSql(of, actor, 'f', into)
  const where = [
    'f.tenant_id = t.tenant_id',
    `${column(picture.by)} = t.id`,
    ...Object.entries(picture.where).map(([name, value]) => `${column(name)} = ${into.add(value)}`),
    `cardinality(${column(picture.files)}) > 0`,
    ...(of.softDelete ? ['not f.is_deleted'] : []),
    ...(scope ? [scope] : []),
  ]
  return `(select ${column(picture.files)}[1] from ${tableName(of)} f where ${where.join(' and ')} order by f.created_at desc, f.id desc limit 1)`
}

/** Prefix of the option's own columns, because the columns of its details may have the same names. */
const ownMark = '·'

const plain = (columns: Readonly<Record<string, string>>): Options => ({
  columns: ['t.id', ...Object.entries(columns).map(([wire, sql]) => `${sql} as "${wire}"`)].join(', '),
  joins: '',
  named: [],
  of: (row) => row,
})

/**
 * Reads options with `columns` (SQL over `t` by wire name) and their details: the `about` fields that the hospital shows, and `picture`.
 * Options for other front ends have no details.
 */
export function optionsOf(view: View, context: Context, into: Parameters, columns: Readonly<Record<string, string>>): Options {
  const { entity, fields } = view
  const { actor, language, isOther } = context
  if (!entity.about || isOther) return plain(columns)
  const names = remembered(told, view, () => new Set(entity.about!.filter((name) => name in fields)))
  const selection = selectApart(view, names)
  const picture = pictureSql(view, actor, into)
  const own = Object.entries(columns).map(([wire, sql]) => `, ${sql} as "${wire}${ownMark}"`)
  const finish = finisher(view, selection.fields, language, null)
  return {
    columns: `${selection.columns}${own.join('')}${picture ? `, ${picture} as photo` : ''}`,
    joins: selection.joins,
    named: selection.named,
    of(row) {
      const photo = row.photo ?? null
      const option = Object.fromEntries(Object.keys(columns).map((wire) => [wire, row[wire + ownMark]]))
      const said = finish(row)
      const about = [...names].flatMap((name) => {
        const field = fields[name]!
        const text = said[`${name}Value`] ?? said[`${name}Name`] ?? (field.kind === 'link' ? null : said[wireName(name, field)])
        return typeof text === 'string' && text.trim() !== '' ? [text.trim()] : []
      })
      return { id: row.id, ...option, about, ...(picture && { photo }) }
    },
  }
}
