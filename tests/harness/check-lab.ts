import { v7 } from 'uuid'
import type { Answer, Client, Page, Row, TestApp } from './app-for-test.ts'
import { home } from './hospitals.ts'
import { op, push } from './ops.ts'

export interface LabCard {
  readonly id: string
  readonly rfidCode: string
  readonly name: string
}

/** What the tests of checks share: rooms, filed cards, started checks and the calls around them, as the administrator of the small hospital. */
export interface CheckLab {
  readonly admin: Client
  readonly keeper: Client
  /** Two rooms of no department, and one of 内科. */
  readonly rooms: readonly [string, string, string]
  /** Rooms of a courtyard of their own, for scopes. */
  room(name: string, deptId?: string): Promise<string>
  /** A filed card of 骨科 in the first room. */
  card(more?: Record<string, unknown>): Promise<LabCard>
  submit(body: Record<string, unknown>): Promise<Answer<Row>>
  /** A started check of these rooms' cards, in which the keeper counts. */
  started(scope: Record<string, unknown>, members?: readonly Client[]): Promise<string>
  scan(client: Client, checkId: string, code: string, locationId?: string, more?: object): Promise<Answer<Row>>
  /** A scan as a phone sends it, some time ago by a clock that is `skewMs` behind. */
  pushScan(client: Client, body: Record<string, unknown>, occurredAt: string, skewMs?: number, id?: string): ReturnType<typeof push>
  lines(checkId: string, query?: Record<string, string>): Promise<Row[]>
  line(checkId: string, deviceId: string): Promise<Row>
  scans(checkId: string): Promise<Row[]>
  depts(checkId: string): Promise<Row[]>
  /** The part of a check of a department, by its title. */
  dept(checkId: string, title: string): Promise<Row>
  step(name: string, id: string, more?: object, client?: Client): Promise<Answer<Row>>
  device(id: string): Promise<Row>
}

let serial = 0

/** Builds the lab on a program; each file has its own. */
export async function checkLab(app: TestApp): Promise<CheckLab> {
  const [admin, keeper] = [await app.as('administrator'), await app.as('keeper')]
  const put = async (body: Record<string, unknown>) => (await admin.post('/eam/plc/location/submit', body)).data.id
  const courtyard = await put({ locationName: '本部', level: 'courtyard' })
  const building = await put({ locationName: '门诊楼', level: 'building', parentId: courtyard })
  const floor = await put({ locationName: '1层', level: 'floor', parentId: building })
  const room = (locationName: string, deptId?: string) => put({ locationName, level: 'room', parentId: floor, deptId })
  const rooms = [await room('101'), await room('102'), await room('103', home.depts.medicine)] as const
  const submit: CheckLab['submit'] = (body) =>
    admin.post('/eam/check/submit', { checkTitle: '年度盘点', beginDate: '2026-11-01', mode: 'open', ...body })
  const all = async (path: string, query: Record<string, string>) => (await admin.get<Page>(path, { size: 200, ...query })).data.records
  const lab: CheckLab = {
    admin,
    keeper,
    rooms: [...rooms],
    room,
    submit,
    async card(more = {}) {
      const rfidCode = `E2${String(++serial).padStart(6, '0')}`
      const draft = {
        deviceName: `泵${serial}`,
        rfidCode,
        useDeptId: home.depts.bones,
        locationId: rooms[0],
        originalValue: '100.00',
        ...more,
      }
      const { data } = await admin.post('/eam/device/submit', draft)
      await admin.post('/eam/device/submit-filing', { id: data.id })
      const filed = await admin.post('/eam/device/sureEam', { ids: data.id })
      if (!filed.success) throw new Error(filed.msg)
      return { id: data.id, rfidCode, name: String(draft.deviceName) }
    },
    async started(scope, members = [keeper]) {
      const { data } = await submit({ members: members.map(({ userId }) => ({ userId })), ...scope })
      const answer = await admin.post('/eam/check/start', { id: data.id })
      if (!answer.success) throw new Error(answer.msg)
      return data.id
    },
    scan: (client, checkId, code, locationId, more = {}) => client.post('/eam/check/scan', { checkId, code, locationId, ...more }),
    async pushScan(client, body, occurredAt, skewMs = 0, id = v7()) {
      return push(
        client,
        await op({ id, kind: 'check.scan', target: { type: 'checkScan', id }, lane: `inv:${id}`, body, occurredAt, skewMs }),
      )
    },
    lines: (checkId, query = {}) =>
      all('/eam/deviceapplylist/list', { checkId, columns: 'deviceId,bookDeptId,isSurplus,wrongField,seenValue,photos', ...query }),
    async line(checkId, deviceId) {
      const [line] = await lab.lines(checkId, { deviceId })
      return line!
    },
    scans: (checkId) => all('/eam/check-scan/list', { checkId, columns: 'lineId,round,isWithdrawn,photos' }),
    depts: (checkId) => all('/eam/check-dept/list', { checkId }),
    async dept(checkId, title) {
      const found = (await lab.depts(checkId)).find((row) => row.deptTitle === title)
      if (!found) throw new Error(`no department ${title}`)
      return found
    },
    step: (name, id, more = {}, client = admin) =>
      client.post(name === 'finish' ? '/eam/check-dept/finish' : `/eam/check/${name}`, { id, ...more }),
    device: async (id) => (await admin.get('/eam/device/detail', { id })).data,
  }
  return lab
}
