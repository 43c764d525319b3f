import { beforeAll, describe, expect, test } from 'vitest'
import { deptBoard, deviceBoard } from '#contract/calls/insight/board.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { urlsOf } from '#contract/kit/entity/entity.ts'
import type { Measured } from '#contract/kit/figures/measure.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { calls } from '#contract/registry.ts'
import { virtualNickName } from '#contract/roles.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'

type DeviceBoard = AnswerOf<typeof deviceBoard>
type DeptBoard = AnswerOf<typeof deptBoard>

const devices = (client: Client, query = {}) => client.get<DeviceBoard>(pathsOf(deviceBoard)[0]!, query)
const depts = (client: Client) => client.get<DeptBoard>(pathsOf(deptBoard)[0]!)
const daysOn = (days: number): string => daysAfter(homeDay(new Date()), days)

const app = await appForFile()
const admin = await app.as('administrator')
const lab = await peopleLab(app, () => admin)
beforeAll(async () => {
  for (const of of [home, other]) {
    const by = await app.as('administrator', of)
    for (const [index, useDeptId] of [of.depts.bones, of.depts.surgery, of.depts.medicine, of.depts.medicine].entries()) {
      const card = {
        deviceName: `监护仪 ${of.tenant} ${index}`,
        useDeptId,
        originalValue: '1000.00',
        warrantyEnd: daysOn([-3, 5, 60, 120][index]!),
      }
      const { data } = await by.post<Row>('/eam/device/submit', card)
      const order = { deviceId: data.id, faultDescription: '床边无显示', urgency: index === 0 ? 'critical' : 'normal' }
      expect((await by.post('/eam/eventtyperepair/submit', order)).status).toBe(200)
    }
  }
})

describe('the figures of the boards', () => {
  test('are those of the measures, and each stands before the list that it counts', async () => {
    const board = (await devices(admin)).data
    const measured = (await admin.get<Measured>('/eam/measure/device-cards', { group: 'eamStatus', figures: 'count,amount,intact' })).data
    expect(board.states).toEqual(measured)
    const open = (await admin.get<Measured>('/eam/measure/repairs', { group: 'urgency', figures: 'count,stopped', ...board.open!.filter }))
      .data
    expect(board.open).toEqual(open)
    const listed = (of: typeof device | typeof repairOrder, filter: Readonly<Record<string, string>>) =>
      admin.get<Page>(urlsOf(of, 'list')[0]!, filter)
    for (const [of, panel] of [
      [device, board.states],
      [device, board.depts],
      [repairOrder, board.open],
      [repairOrder, board.months],
      [repairOrder, (await depts(admin)).data.repairs],
    ] as const)
      for (const { filter, values } of panel!.rows) expect((await listed(of, filter)).data.total, JSON.stringify(filter)).toBe(values.count)
    expect((await listed(repairOrder, board.oldest!.filter)).data.total).toBe(board.oldest!.total)
    expect((await listed(device, board.warranties!.filter)).data.total).toBe(2)
  })

  test('tell the warranties that end within 90 days, the next one first, and the open repairs, the oldest first', async () => {
    const { warranties, oldest } = (await devices(admin)).data
    expect(warranties!.records.map(({ deviceName, warrantyEnd }) => [deviceName, warrantyEnd])).toEqual([
      [`监护仪 ${home.tenant} 1`, daysOn(5)],
      [`监护仪 ${home.tenant} 2`, daysOn(60)],
    ])
    expect(oldest!.total).toBe(4)
    expect(oldest!.records[0]).toMatchObject({
      deviceName: `监护仪 ${home.tenant} 0`,
      useDeptName: '骨科',
      urgency: 'critical',
      repairStatus: 'reported',
    })
  })

  test('say nothing of persons and nothing that a person wrote', async () => {
    for (const answer of [await devices(admin), await depts(admin)]) {
      const said = JSON.stringify(answer.data)
      expect(said).not.toContain('床边无显示')
      expect(said).not.toMatch(/reporter|engineer|phone/i)
    }
  })

  test('are those of the own departments, and of the own tenant; another one is refused', async () => {
    const keeper = await lab.clerk(['board.list'], 'dept')
    expect((await devices(keeper.client)).data.states!.values.count).toBe(1)
    expect((await devices(keeper.client)).data.oldest!.total).toBe(1)
    expect((await depts(keeper.client)).data.depts!.rows.map(({ name }) => name)).toEqual(['骨科'])
    const far = await devices(admin, { tenantId: other.tenant })
    expect([far.status, far.error]).toEqual([404, 'not_found'])
  })

  test('are left out where the hospital hides the field', async () => {
    const hidden = await app.as('administrator', other)
    expect((await devices(hidden)).data.warranties).not.toBeNull()
    const config = { entity: 'device', fields: [{ fieldCode: 'warrantyEnd', isShow: 0 }] }
    expect((await hidden.post('/osm/industry-config/tenant-update', config)).status).toBe(200)
    const { status, data } = await devices(hidden)
    expect([status, data.warranties]).toEqual([200, null])
    expect(data.states!.values.count).toBe(4)
  })

  test('of running checks are what is counted, not what was found', async () => {
    await app.sql(`update device set filing_status = 'filed', eam_status = 'in_use' where tenant_id = $1`, [home.tenant])
    const { data } = await admin.post<Row>('/eam/check/submit', {
      checkTitle: '年度盘点',
      beginDate: daysOn(0),
      endDate: daysOn(9),
      mode: 'open',
      scopeDepts: [home.depts.medicine],
      members: [{ userId: home.users.keeper }],
    })
    expect((await admin.post('/eam/check/start', { id: data.id })).status).toBe(200)
    const [check] = (await devices(await app.as('virtual'))).data.checks
    expect(check).toEqual({ id: data.id, checkTitle: '年度盘点', endDate: daysOn(9), book: expect.any(Number), counted: 0 })
  })
})

describe('the virtual user', () => {
  test('sees both boards of its hospital', async () => {
    const wall = await app.as('virtual')
    expect((await devices(wall)).data).toEqual((await devices(admin)).data)
    expect((await depts(wall)).data).toEqual((await depts(admin)).data)
  })

  test('reaches no other call, also when its role is given other rights', async () => {
    const wall = await app.as('virtual')
    const others = calls.filter(({ may, name }) => may.includes('.') && !name.startsWith('board.'))
    expect(others.length).toBeGreaterThan(150)
    const reached = async (): Promise<string[]> => {
      const found: string[] = []
      for (const of of others) {
        const path = pathsOf(of)[0]!
        const answer = of.method === 'GET' ? await wall.get(path) : await wall.post(path, {})
        if (answer.status !== 403) found.push(`${of.name} ${answer.status}`)
      }
      return found
    }
    expect(await reached()).toEqual([])
    const grant = { roleIds: [lab.roles.virtual], menuIds: 'board.list,device.list,device.submit,repairOrder.list' }
    expect((await admin.post('/blade-system/role/grant', grant)).status).toBe(200)
    expect((await wall.get<{ rights: string[] }>('/blade-user/info')).data.rights).toContain('device.list')
    expect(await reached()).toEqual([])
    expect((await wall.get('/eam/device/list')).status).toBe(403)
    expect((await devices(wall)).status).toBe(200)
  })

  test('is known by its nickname, which no other person has', async () => {
    const nickOf = async (client: Client) => (await client.get<{ nickName: string | null }>('/blade-user/info')).data.nickName
    expect(await nickOf(await app.as('virtual'))).toBe(virtualNickName)
    const { id, client } = await lab.settled('keeper')
    await app.sql('update app_user set nick_name = $2 where id = $1', [id, virtualNickName])
    expect(await nickOf(client)).toBeNull()
    const both = await lab.settled('virtual')
    expect((await admin.post('/blade-user/grant', { userIds: [both.id], roleIds: [lab.roles.virtual, lab.roles.keeper] })).status).toBe(200)
    expect(await nickOf(both.client)).toBeNull()
  })
})
