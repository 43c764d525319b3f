import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { holdWrites } from '#tests/harness/hold-writes.ts'
import { home } from '#tests/harness/hospitals.ts'

const app = await appForFile()

describe('departments', () => {
  test('a department with cards, people, departments below or a check of it is not removed', async () => {
    const admin = await app.as('administrator')
    const add = async (more = {}) =>
      String((await admin.post('/blade-system/dept/submit', { deptName: '临时科', category: 'clinical', ...more })).data.id)
    const [used, above] = [await add(), await add()]
    await admin.post('/eam/device/submit', { deviceName: '输液泵', useDeptId: used })
    const below = await add({ parentId: above })
    const counted = await add()
    const check = {
      checkTitle: '临时盘点',
      mode: 'open',
      beginDate: '2026-11-20',
      scopeDepts: [counted],
      members: [{ userId: home.users.keeper }],
    }
    expect((await admin.post('/eam/check/submit', check)).status).toBe(200)
    for (const id of [used, above, counted, home.depts.medicine])
      expect(await admin.post(`/blade-system/dept/remove?ids=${id}`)).toMatchObject({ status: 409, error: 'in_use' })
    expect((await admin.post(`/blade-system/dept/remove?ids=${above},${below}`)).status).toBe(200)
  })

  test('one code belongs to one department; a removed one frees it', async () => {
    const admin = await app.as('administrator')
    const add = (deptCode: string) => admin.post('/blade-system/dept/submit', { deptName: '甲', category: 'clinical', deptCode })
    const first = await add('K-1')
    const second = await add('K-1')
    expect(second).toMatchObject({ status: 409, error: 'taken', msg: '科室编码“K-1”已存在' })
    const third = await add('K-2')
    expect(await admin.post('/blade-system/dept/submit', { id: third.data.id, deptCode: 'K-1' })).toMatchObject({
      status: 409,
      error: 'taken',
    })
    await admin.post(`/blade-system/dept/remove?ids=${first.data.id}`)
    expect((await add('K-1')).status).toBe(200)
  })

  test('moving a department moves what a keeper above it sees at once', async () => {
    const admin = await app.as('administrator')
    const keeper = await app.as('keeper')
    const id = String((await admin.post('/blade-system/dept/submit', { deptName: '烧伤科', category: 'clinical' })).data.id)
    const card = String((await admin.post('/eam/device/submit', { deviceName: '悬浮床', useDeptId: id })).data.id)
    const sees = async () => (await keeper.get<Page>('/eam/device/list', { keyword: '悬浮床' })).data.records.map((row) => row.id)
    expect(await sees()).toEqual([])
    expect((await admin.post<Row>('/blade-system/dept/submit', { id, parentId: home.depts.bones })).status).toBe(200)
    expect(await sees()).toEqual([card])
    expect((await admin.post<Row>('/blade-system/dept/submit', { id, parentId: null })).status).toBe(200)
    expect(await sees()).toEqual([])
    expect((await keeper.get('/eam/device/detail', { id: card })).status).toBe(404)
  })

  test('a department that is being removed takes no card and no check any more', async () => {
    const admin = await app.as('administrator')
    const id = String((await admin.post('/blade-system/dept/submit', { deptName: '将撤', category: 'clinical' })).data.id)
    const held = await holdWrites(app, 'audit_event', `new.verb = 'remove' and new.entity_id = '${id}'`)
    const removing = admin.post(`/blade-system/dept/remove?ids=${id}`)
    await held.reached()
    const adding = admin.post('/eam/device/submit', { deviceName: '孤儿', useDeptId: id })
    await Promise.race([adding, wait(300)])
    await held.release()
    expect((await removing).status).toBe(200)
    expect(await adding).toMatchObject({ status: 400, data: [{ field: 'useDeptId', rule: 'absent' }] })

    const scope = String((await admin.post('/blade-system/dept/submit', { deptName: '也将撤', category: 'clinical' })).data.id)
    const heldScope = await holdWrites(app, 'audit_event', `new.verb = 'remove' and new.entity_id = '${scope}'`)
    const removingScope = admin.post(`/blade-system/dept/remove?ids=${scope}`)
    await heldScope.reached()
    const checking = admin.post('/eam/check/submit', { checkTitle: '盘', beginDate: '2026-11-01', mode: 'open', scopeDepts: [scope] })
    await Promise.race([checking, wait(300)])
    await heldScope.release()
    expect((await removingScope).status).toBe(200)
    expect(await checking).toMatchObject({ status: 400, data: [{ field: 'scopeDepts', rule: 'absent' }] })
  })
})

test('a page number or size that is blank is the first page of the usual size', async () => {
  const client = await app.as('administrator')
  for (const path of ['/eam/device/list', '/blade/dept/getWareHouseDeptList', '/blade-log/api/list'])
    for (const query of [{ current: ' ' }, { current: '\ufeff', size: ' ' }, { current: '' }]) {
      const { status } = await client.get(path, query)
      expect([path, query, status]).toEqual([path, query, 200])
    }
})
