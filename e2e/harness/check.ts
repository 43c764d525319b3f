import type { Desk, Page } from './office.ts'

export interface Card {
  readonly id: string
  readonly deviceName: string
  readonly deviceCode: string
  readonly qrToken: string
  readonly locationId: string | null
}

export interface Scan {
  readonly id: string
  readonly code: string
  readonly result: string
  readonly userName: string
}

/** A check that has been started, with some of the cards on its book. */
export interface StartedCheck {
  readonly id: string
  readonly title: string
  readonly cards: readonly Card[]
}

/** Creates and starts a check over the department of the counting people; returns this many of its cards. */
export async function startCheck(desk: Desk, accounts: readonly string[], size = 4): Promise<StartedCheck> {
  const check = await draftCheck(desk, accounts, size)
  await desk.post('/eam/check/start', { id: check.id })
  return check
}

/** Creates such a check without starting it. */
export async function draftCheck(desk: Desk, accounts: readonly string[], size = 4): Promise<StartedCheck> {
  const { records: users } = await desk.get<Page<{ id: string; account: string; deptId: string }>>('/blade/user/list', { size: '200' })
  const people = users.filter((user) => accounts.includes(user.account))
  if (people.length !== accounts.length)
    throw new Error(`of ${accounts.join(', ')} only ${people.map((user) => user.account).join(', ')} exist`)
  const first = people.find((user) => user.deptId)
  const { records } = await desk.get<Page<Card>>('/eam/device/list', {
    useDeptId: first?.deptId ?? '',
    filingStatus: 'filed',
    eamStatus: 'in_use',
    size: String(size),
  })
  const cards = await Promise.all(records.map(({ id }) => desk.get<Card>('/eam/device/detail', { id })))
  const title = `盘点 ${Date.now()}`
  const { id } = await desk.post<{ id: string }>('/eam/check/submit', {
    checkTitle: title,
    beginDate: '2026-11-01',
    endDate: '2026-12-31',
    mode: 'open',
    scopeDepts: [first?.deptId],
    members: people.map((user) => ({ userId: user.id })),
  })
  return { id, title, cards }
}

/** The observations of a check that the server holds, of one code when it is given. */
export async function scansOf(desk: Desk, check: StartedCheck, code?: string): Promise<Scan[]> {
  const { records } = await desk.get<Page<Scan>>('/eam/check-scan/list', { checkId: check.id, size: '200' })
  return code ? records.filter((scan) => scan.code === code) : records
}

/** The server's result for each line of a check, by asset number. */
export async function resultsOf(desk: Desk, check: StartedCheck): Promise<Record<string, string>> {
  const { records } = await desk.get<Page<{ deviceCode: string; result: string }>>('/eam/deviceapplylist/list', {
    checkId: check.id,
    size: '200',
  })
  return Object.fromEntries(records.map((line) => [line.deviceCode, line.result]))
}

export interface Room {
  readonly id: string
  readonly locationName: string
  readonly qrToken: string
}

/** A room of the hospital that is not the given one. */
export async function anotherRoom(desk: Desk, than: string | null): Promise<Room> {
  const { records } = await desk.get<Page<{ id: string; level: string }>>('/eam/plc/location/list', { size: '200' })
  const found = records.find((place) => place.level === 'room' && place.id !== than)
  if (!found) throw new Error('there is no other room')
  return desk.get<Room>('/eam/plc/location/detail', { id: found.id })
}
