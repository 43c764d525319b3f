import { readRow } from '#src/data/cache/read-rows.ts'
import type { Op } from '#src/data/outbox/op.ts'
import { pulledByIds, useStored } from '#src/kit/phone/local-data.ts'
import type { PhoneStore } from '#src/kit/phone/phone-store.ts'
import { kindFacts, queuedTitle } from '#src/kit/phone/queue-facts.ts'

type Row = Readonly<Record<string, unknown>>

/** What rows are called, by `<entity> <id>`. */
export type Names = ReadonlyMap<string, string>

export const noNames: Names = new Map()

/** The rows that a record names in its body: entity and id. */
export function linksOf(op: Pick<Op, 'kind' | 'body'>): [entity: string, id: string][] {
  const body = (op.body ?? {}) as Row
  return Object.entries(kindFacts(op.kind)?.fields ?? {}).flatMap(([name, field]): [string, string][] => {
    const id = field.kind === 'link' ? body[`${name}Id`] : undefined
    return field.kind === 'link' && typeof id === 'string' ? [[field.to, id]] : []
  })
}

/** A device by name and model, any other row by the device it is about and its title. */
function nameOf(entity: string, row: Row): string {
  const title = queuedTitle(entity) ?? ''
  const parts = entity === 'device' ? [row[title], row.deviceModel] : [title === 'deviceName' ? undefined : row.deviceName, row[title]]
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ')
}

async function readNames(of: PhoneStore, ops: readonly Op[]): Promise<Names> {
  const wanted = new Map<string, Set<string>>()
  const want = (entity: string, id: string): void => {
    if (queuedTitle(entity)) wanted.set(entity, (wanted.get(entity) ?? new Set()).add(id))
  }
  const written = new Set<string>()
  for (const op of ops) {
    for (const [entity, id] of linksOf(op)) want(entity, id)
    if (of.kinds.get(op.kind)?.builds) written.add(`${op.target.type} ${op.target.id}`)
    else want(op.target.type, op.target.id)
  }
  const names = new Map<string, string>()
  for (const [entity, ids] of wanted)
    for (const row of await pulledByIds<Row & { id: string }>(of, entity, [...ids])) names.set(`${entity} ${row.id}`, nameOf(entity, row))
  // A row that this phone made is not pulled yet, and what it is about stands in the record itself.
  for (const key of written) {
    const [entity = '', id = ''] = key.split(' ')
    const found = await readRow(of, entity, id)
    if (!found) continue
    const deviceId = typeof found.row.deviceId === 'string' && !found.row.deviceName ? found.row.deviceId : undefined
    const [about] = deviceId ? await pulledByIds<Row>(of, 'device', [deviceId]) : []
    names.set(key, nameOf(entity, about ? { ...found.row, deviceName: nameOf('device', about) } : found.row))
  }
  return names
}

/** What the rows are called that these records name, from this phone. */
export function useNames(ops: readonly Op[]): Names {
  return useStored((of) => readNames(of, ops), [ops.map((op) => op.id).join()]) ?? noNames
}
