import { beforeAll, describe, expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { devicePart } from '#contract/entities/asset/parts/device-part.ts'
import { checkPosting } from '#contract/entities/check/check-rules.ts'
import { processRule } from '#contract/kit/entity/process-rule.ts'
import { writeAs } from '#server/db/pool.ts'
import { actingAlone, lockByRule } from '#server/kit/access/as-system.ts'
import { record } from '#server/kit/steps/event.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page } from '#tests/harness/app-for-test.ts'
import { checkLab } from '#tests/harness/check-lab.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'

let poster: Client
const app = await appForFile()
const lab = await checkLab(app)
const people = await peopleLab(app, () => lab.admin)
beforeAll(async () => {
  // A person of 骨科 alone who may post checks.
  poster = (
    await people.clerk(['checkTask.list', 'checkTask.post', 'checkLine.list', 'checkLine.scan', 'device.list', 'device.submit'], 'dept')
  ).client
})

const history = async (id: string, headers = {}) =>
  (await lab.admin.get<Page>('/eam/device-life-cycle/list', { eamDeviceId: id }, headers)).data.records

describe('a posting by its rule', () => {
  test('writes cards outside the poster’s departments, marked with the rule and the person, and no other way', async () => {
    const room = await lab.room('内科间')
    const cards = [1, 2].map(() => lab.card({ useDeptId: home.depts.medicine, locationId: room }))
    const [moved, wrong] = await Promise.all(cards)
    const check = await lab.started({ scopeLocations: [room] }, [lab.keeper, poster])
    await lab.scan(lab.keeper, check, moved!.rfidCode, lab.rooms[1])
    await lab.scan(lab.keeper, check, wrong!.rfidCode, room, { wrongField: 'sn', seenValue: 'SN-7' })
    expect((await poster.post('/eam/device/submit', { id: moved!.id, locationId: lab.rooms[1] })).status).toBe(404)
    const posted = await lab.step('real-submit', (await lab.dept(check, '内科')).id, {}, poster)
    expect(posted).toMatchObject({ status: 200 })
    expect(await lab.device(moved!.id)).toMatchObject({ locationId: lab.rooms[1] })
    expect(await lab.device(wrong!.id)).toMatchObject({ sn: 'SN-7' })
    const [name] = await app.sql('select real_name from app_user where id = $1', [poster.userId])
    for (const card of [moved!, wrong!]) {
      const [event] = await history(card.id)
      expect(event).toMatchObject({ contact: name!.real_name, rule: `按规则“盘点入账”，代${name!.real_name}办理` })
    }
    expect((await history(moved!.id, { 'accept-language': 'en' }))[0]!.rule).toBe(
      `By rule “Check posting”, on behalf of ${name!.real_name}`,
    )
    // What a person does is not marked.
    expect((await history(moved!.id)).at(-1)!.rule).toBeNull()
    const { records } = (await lab.admin.get<Page>('/blade-log/api/list', { size: 50 })).data
    expect(records.find((row) => row.entityId === moved!.id)).toMatchObject({ rule: expect.stringContaining('盘点入账') })
  })

  test('is in the exported history, for people who may export the records and see this one', async () => {
    const [moved] = await app.sql(`select entity_id from audit_event where by_rule = 'checkPosting' and verb = 'scan' limit 1`)
    const asked = { entity: 'device', id: String(moved!.entity_id), format: 'csv' }
    const text = async (client: Client) => new TextDecoder().decode((await client.file('/blade-log/history/export', asked)).bytes)
    expect(await text(lab.admin)).toContain('按规则“盘点入账”，代')
    expect((await poster.get('/blade-log/history/export', asked)).status).toBe(403)
    expect((await text(await app.as('keeper'))).trim().split('\n')).toHaveLength(1)
    expect((await text(await app.as('administrator', other))).trim().split('\n')).toHaveLength(1)
    expect((await lab.admin.get('/blade-log/history/export', { ...asked, entity: 'nothing' })).status).toBe(404)
    expect((await lab.admin.get('/blade-log/history/export', { ...asked, id: 'x' })).status).toBe(400)
  })
})

describe('a rule', () => {
  const inTenant = <T>(work: Parameters<typeof writeAs<T>>[2], tenant = home.tenant) => writeAs(app.pool, tenant, work)

  test('reaches nothing that it does not name, and undoes the act that tried', async () => {
    const card = await lab.card()
    const acting = actingAlone(processRule({ name: 'planted', zh: '规则', en: 'Rule', touches: { device: ['change'] } }))
    const before = await lab.device(card.id)
    const change = (row: Record<string, unknown>) => [{ row, set: { brand: '换' }, changes: { brand: { from: null, to: '换' } } }]
    await expect(
      inTenant(async (tx) => {
        const rows = await lockByRule(device, acting, tx, [card.id])
        await writeRows(device, acting, tx, { verb: 'change' }, change(rows[0]!))
        record(acting, tx, { entity: 'device', entityId: card.id, verb: 'remove' })
      }),
    ).rejects.toThrow('the rule planted does not reach device.remove')
    expect(await lab.device(card.id)).toEqual(before)
    await expect(inTenant((tx) => lockByRule(devicePart, acting, tx, [card.id]))).rejects.toThrow('no rule reaches devicePart')
    await expect(inTenant((tx) => lockByRule(device, {}, tx, [card.id]))).rejects.toThrow('no rule reaches device')
  })

  test('of timed work acts on behalf of no person, and ends at the tenant', async () => {
    const card = await lab.card()
    const acting = actingAlone(checkPosting)
    const work = (tenant: string) =>
      inTenant(async (tx) => {
        const rows = await lockByRule(device, acting, tx, [card.id])
        await writeRows(
          device,
          acting,
          tx,
          { verb: 'change' },
          rows.map((row) => ({ row, set: { brand: '夜' }, changes: { brand: { from: row.brand, to: '夜' } } })),
        )
        return rows.length
      }, tenant)
    expect(await work(other.tenant)).toBe(0)
    expect(await work(home.tenant)).toBe(1)
    expect(await lab.device(card.id)).toMatchObject({ brand: '夜' })
    expect((await history(card.id))[0]).toMatchObject({
      contact: null,
      rule: '按规则“盘点入账”自动办理',
      showContent: expect.stringContaining('夜'),
    })
  })

  test('raises steps of a card’s machine outside the person’s departments', async () => {
    const room = await lab.room('缺间')
    const card = await lab.card({ useDeptId: home.depts.medicine, locationId: room })
    const check = await lab.started({ scopeLocations: [room] }, [poster])
    await lab.step('real-submit', (await lab.dept(check, '内科')).id, {}, poster)
    const line = await lab.line(check, card.id)
    expect((await poster.post('/eam/assetscard/deficient', { ids: [line.id] })).status).toBe(200)
    expect(await lab.device(card.id)).toMatchObject({ eamStatus: 'missing' })
    expect((await history(card.id))[0]).toMatchObject({ operationType: 'miss', rule: expect.stringContaining('盘点入账') })
  })
})
