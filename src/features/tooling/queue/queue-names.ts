import { readRow } from '#src/data/cache/read-rows.ts'
import type { Op } from '#src/data/outbox/store/op.ts'
import { kindFacts, queuedTitle } from '#src/kit/phone/queue-facts.ts'
import { pulledByIds, useStored } from '#src/kit/phone/store/local-data.ts'
import type { PhoneStore } from '#src/kit/phone/store/phone-store.ts'

type Row = Readonly<Record<string, unknown>>

/** What rows are called, by `<entity> <id>`; the code and the place of the device that a row is or names, by `codeKey` and `placeKey` of it. */
export type Names = ReadonlyMap<string, string>

export const noNames: Names = new Map()

export const codeKey = (row: string): string => `${row} code`
export const placeKey = (row: string): string => `${row} place`

/** The rows that a record names in its body: entity and id. */
export function linksOf(op: Pick<Op, 'kind' | 'body'>): [entity: string, id: string][] {
  const body = (op.body ?? {}) as Row
  return Object.entries(kindFacts(op.kind)?.fields ?? {}).flatMap(([name, field]): [string, string][] => {
    const id = field.kind === 'link' ? body[`${name}Id`] : undefined
    return field.kind === 'link' && typeof id === 'string' ? [[field.to, id]] : []
  })
}

/** The row of a check's list that a queued observation is about, as its lane says; undefined where it has only the code that was read. */
export function lineOf({ lane, target }: Pick<Op, 'lane' | 'target'>): string | undefined {
  const [, of, subject = ''] = (lane ?? '').split(':')
  return target.type === 'checkTask' && of === target.id && /^[0-9a-f-]{36}$/.test(subject) ? subject : undefined
}

/** Notes code and place of the device that a row is or names. `about`: that device, where the row names one that this phone has. */
function addDevice(names: Map<string, string>, key: string, row: Row, about: Row | undefined): void {
  const said = { ...row, ...about }
  const code = [said.deviceCode, said.assetsCode].find((one) => typeof one === 'string' && one !== '')
  const place = [row.locationName, row.bookLocationName, said.locationName].find((one) => typeof one === 'string' && one !== '')
  if (code) names.set(codeKey(key), String(code))
  if (place) names.set(placeKey(key), String(place))
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
    const line = lineOf(op)
    if (line) want('checkLine', line)
    if (of.kinds.get(op.kind)?.builds) written.add(`${op.target.type} ${op.target.id}`)
    else want(op.target.type, op.target.id)
  }
  const names = new Map<string, string>()
  for (const [entity, ids] of wanted) await nameAll(entity, await pulledByIds<Row & { id: string }>(of, entity, [...ids]))
  // A row that this phone made is not pulled yet, and what it is about stands in the record itself.
  for (const key of written) {
    const [entity = '', id = ''] = key.split(' ')
    const found = await readRow(of, entity, id)
    if (!found) continue
    await nameAll(entity, [{ ...found.row, id }])
  }
  return names

  async function nameAll(entity: string, rows: readonly (Row & { id: string })[]): Promise<void> {
    const ids = rows.flatMap(({ deviceId }) => (typeof deviceId === 'string' ? [deviceId] : []))
    const devices = new Map((await pulledByIds<Row & { id: string }>(of, 'device', [...new Set(ids)])).map((row) => [row.id, row]))
    for (const row of rows) {
      const key = `${entity} ${row.id}`
      const about = devices.get(String(row.deviceId))
      names.set(key, nameOf(entity, about && !row.deviceName ? { ...row, deviceName: nameOf('device', about) } : row))
      addDevice(names, key, row, about)
    }
  }
}

/** What the rows are called that these records name, from this phone. */
export function useNames(ops: readonly Op[]): Names {
  return useStored((of) => readNames(of, ops), [ops.map((op) => op.id).join()]) ?? noNames
}
