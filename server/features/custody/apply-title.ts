import { applyTitleOf, type Titled } from '#contract/entities/custody/apply-title.ts'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { isEmpty } from '#contract/kit/fields/same.ts'
import { languages } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import { wordsOfKind } from './event-config.ts'

type Line = HookLines[string]['after'][number]
type Values = Readonly<Record<string, unknown>>

/** Numbers of devices, names of departments and names of places, by id. */
async function namesFor(tx: Transaction, ids: readonly unknown[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'string'))]
  if (wanted.length === 0) return new Map()
  const { rows } = await tx.run({
    text: `select id, device_code as name from device where tenant_id = $1 and id = any($2::uuid[])
      union all select id, dept_name from dept where tenant_id = $1 and id = any($2::uuid[])
      union all select id, full_name from location where tenant_id = $1 and id = any($2::uuid[])`,
    values: [tx.tenantId, wanted],
  })
  return new Map(rows.flatMap(({ id, name }) => (name ? [[String(id), String(name)] as const] : [])))
}

/** What a title says of an application. `header`: its values by wire name. */
function titledOf(context: Context, header: Values, lines: readonly Line[], names: ReadonlyMap<string, string>, now: Date): Titled {
  const text = (wire: string): string | undefined => (isEmpty(header[wire]) ? undefined : String(header[wire]))
  return {
    kind: String(header.type),
    words: wordsOfKind(context, String(header.type)),
    lines: lines.flatMap((line) =>
      line.itemName ? [{ name: String(line.itemName), code: names.get(String(line.deviceId)), quantity: Number(line.quantity ?? 1) }] : [],
    ),
    about: names.get(String(header.locationId)) ?? text('statisticalRange') ?? text('reason'),
    returnTime: text('returnTime'),
    useDeptName: names.get(String(header.useDeptId)),
    now,
  }
}

const idsIn = (header: Values, lines: readonly Line[]): unknown[] => [
  header.useDeptId,
  header.locationId,
  // The number of a device is said where it is the only one.
  ...lines.slice(0, 1).map((line) => line.deviceId),
]

const moment = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value)

/** The values of a stored application that its title is made of, by wire name. */
const storedHeader = (row: Row): Values => ({
  type: row.type,
  useDeptId: row.use_dept_id,
  locationId: row.location_id,
  returnTime: moment(row.return_time),
  statisticalRange: row.statistical_range,
  reason: row.reason,
})

// A title that the program made follows what the application says; one that a person typed stays.
hook(
  deviceApply,
  {
    async beforeAdd(context, tx, { draft, lines }) {
      if (!isEmpty(draft.applyTitle)) return undefined
      const after = lines.lines?.after ?? []
      const header = { ...draft, type: draft.type ?? deviceApply.fields.type.initial }
      const names = await namesFor(tx, idsIn(header, after))
      return { apply_title: applyTitleOf(titledOf(context, header, after, names, context.occurredAt), context.language) }
    },
    async beforeChange(context, tx, { row, draft, lines }) {
      if (!isEmpty(draft.applyTitle)) return undefined
      const { before = [], after = [] } = lines.lines ?? {}
      const [was, header] = [storedHeader(row), { ...storedHeader(row), ...draft }]
      const names = await namesFor(tx, [...idsIn(was, before), ...idsIn(header, after)])
      const now = new Date(String(moment(row.created_at)))
      const made = titledOf(context, was, before, names, now)
      const language =
        draft.applyTitle === undefined ? languages.find((one) => applyTitleOf(made, one) === row.apply_title) : context.language
      return language && { apply_title: applyTitleOf(titledOf(context, header, after, names, now), language) }
    },
  },
  20,
)
