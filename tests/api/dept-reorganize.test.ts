import { expect, test } from 'vitest'
import { entities } from '#contract/registry.ts'
import '#server/modules.ts'
import { deptHoldings } from '#server/kit/write/dept-holdings.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { onCallRows } from '#tests/harness/on-call.ts'
import { peopleLab } from '#tests/harness/people.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const lab = await peopleLab(app, () => admin)

const path = '/blade-system/dept'
const add = async (deptName: string, more = {}) =>
  String((await admin.post(`${path}/submit`, { deptName, category: 'clinical', ...more })).data.id)
const plan = (deptId: string, kind: string, toId?: string, by = admin) => by.get(`${path}/reorganize-plan`, { deptId, kind, toId })
const act = (deptId: string, kind: string, toId?: string, by = admin) => by.post(`${path}/reorganize`, { deptId, kind, toId })
const must = async <T extends { status: number; msg: string }>(answer: Promise<T>): Promise<T> => {
  const given = await answer
  expect([given.status, given.msg]).toEqual([200, '操作成功'])
  return given
}
const count = async (text: string, values: unknown[]): Promise<number> =>
  Number((await app.sql(`select count(*) as n from ${text}`, values))[0]!.n)

/** Rows that keep what they said when they were written. */
const stays = new Set([
  'importJob.dept',
  'labelPrint.dept',
  'dept.parent',
  'depreciationLine.useDept',
  'depreciationOffset.useDept',
  'ledgerDifference.useDept',
  'deviceApply.oldUseDept',
  'deviceApplyItem.oldUseDept',
  'purchaseInvoiceLine.dept',
  'purchaseOrigin.dept',
])

test('every link to a department goes along in a merge or is history', () => {
  const links = entities.flatMap((of) =>
    Object.entries(of.fields).flatMap(([name, field]) =>
      (field.kind === 'link' || field.kind === 'ids') && field.to === 'dept' ? [`${of.name}.${name}`] : [],
    ),
  )
  const held = deptHoldings.map(({ of, field }) => `${of.name}.${field}`)
  expect(links.filter((one) => !held.includes(one) && !stays.has(one))).toEqual([])
})

test('a department with 500 devices, 3 open checks and 20 people is merged, and nothing is lost', async () => {
  const [from, to] = [await add('旧科'), await add('新科')]
  const below = await add('旧科病房', { parentId: from })
  await app.sql(
    `insert into device (tenant_id, id, device_name, device_code, rfid_code, use_dept_id, eam_status, filing_status, created_by)
      select $1, gen_random_uuid(), '泵' || g, 'MERGE-' || g, 'RFID-' || g, $2, 'in_use', 'filed', $3 from generate_series(1, 500) g`,
    [home.tenant, from, home.users.administrator],
  )
  for (let at = 0; at < 20; at++) expect((await lab.add('keeper', { deptId: from })).answer.status).toBe(200)
  const checks: string[] = []
  for (const scope of [[from], [from], [from, to]]) {
    const draft = {
      checkTitle: `盘点${checks.length}`,
      beginDate: '2026-01-01',
      mode: 'open',
      scopeDepts: scope,
      members: [{ userId: home.users.administrator }],
    }
    // The other department has a card of its own, so that the third check has a part for each.
    if (scope.length === 2) await must(admin.post('/eam/device/submit', { deviceName: '新泵', useDeptId: to }))
    if (scope.length === 2)
      await app.sql(`update device set filing_status = 'filed', eam_status = 'in_use' where tenant_id = $1 and use_dept_id = $2`, [
        home.tenant,
        to,
      ])
    const { id } = (await must(admin.post('/eam/check/submit', draft))).data
    await must(admin.post('/eam/check/start', { id }))
    checks.push(String(id))
  }
  await must(admin.post('/eam/check/scan', { checkId: checks[0], code: 'RFID-7' }))
  const total = await count('device where tenant_id = $1 and not is_deleted', [home.tenant])
  const lines = await count('check_line where tenant_id = $1', [home.tenant])

  const { data } = await plan(from, 'merge', to)
  expect(data).toMatchObject({ deptName: '旧科', toName: '新科', below: 1, obstacle: null })
  const counts = Object.fromEntries((data.parts as Row[]).map((part) => [`${part.entity}.${part.field}`, part.count]))
  expect(counts).toMatchObject({ 'device.使用科室': 500, 'user.所属科室': 20, 'checkTask.科室（含下级）': 3, 'checkDept.科室': 2 })
  // Looking changes nothing.
  expect(await count('device where tenant_id = $1 and use_dept_id = $2', [home.tenant, from])).toBe(500)

  await must(act(from, 'merge', to))
  expect(await count('device where tenant_id = $1 and use_dept_id = $2', [home.tenant, to])).toBe(501)
  expect(await count('device where tenant_id = $1 and not is_deleted', [home.tenant])).toBe(total)
  expect(await count('check_line where tenant_id = $1', [home.tenant])).toBe(lines)
  expect((await admin.get<Page>('/blade/user/list', { deptId: to, size: 1 })).data.total).toBe(20)
  expect((await admin.get<Row>(`${path}/detail`, { id: below })).data).toMatchObject({ parentId: to })
  expect((await admin.get<Row>(`${path}/detail`, { id: from })).data).toMatchObject({ isSealed: 1 })
  expect((await admin.get<Page>('/eam/device/list', { useDeptId: to, size: 1 })).data.total).toBe(501)
  // Every card says where it came from, and by which rule.
  const told = `audit_event where tenant_id = $1 and entity = 'device' and by_rule = 'deptMerging' and changes -> 'useDeptId' ->> 'fromName' = '旧科'`
  expect(await count(told, [home.tenant])).toBe(500)
  // The checks go on: what was counted is counted, the rest is found as before, and posting has no conflict with the register.
  await must(admin.post('/eam/check/scan', { checkId: checks[0], code: 'RFID-8' }))
  const [seen] = await app.sql(
    `select count(*) filter (where result = 'match') as n, count(*) filter (where dept_id = $2 and book_dept_id = $2) as own from check_line where check_id = $1`,
    [checks[0], to],
  )
  expect([Number(seen!.n), Number(seen!.own)]).toEqual([2, 500])
  const parts = await app.sql('select dept_id from check_dept where check_id = $1', [checks[2]])
  expect(parts.map((row) => row.dept_id).sort()).toEqual([from, to].sort())
  expect(await act(from, 'merge', to)).toMatchObject({ status: 400, msg: '该科室已封存' })
})

test('a trolley goes along with its checks, and keeps its department from being closed', async () => {
  const [from, to] = [await add('急救一科'), await add('急救二科')]
  const items = [{ itemName: '喉镜', quantity: 1 }]
  const { id } = (await must(admin.post('/eam/ambulance-vehicle/submit', { vehicleName: '合并车', deptId: from, items }))).data
  const check = { deptId: from, vehicle: '合并车', vehicleCardId: id, lines: [{ itemName: '喉镜', lineResult: 'complete' }] }
  await must(admin.post('/eam/ambulance-check/submit', { ...check, checkDate: '2026-03-01', shift: 'day' }))
  expect((await plan(from, 'close')).data.obstacle).toBe('仍有 急救车清单 1，请先并入其他科室或移走')
  await must(act(from, 'merge', to))
  expect((await admin.get<Row>('/eam/ambulance-vehicle/detail', { id })).data).toMatchObject({ deptId: to })
  // Shifts go on with it in the other department.
  await must(admin.post('/eam/ambulance-check/submit', { ...check, deptId: to, checkDate: '2026-03-02', shift: 'day' }))
})

test('a rota serves the other department from then on, unless that has one of its own', async () => {
  const [from, last, to] = [await add('值班一科'), await add('值班二科'), await add('值班三科')]
  const served = async (id: string | undefined) => (await app.sql('select depts from on_call_rota where id = $1', [id]))[0]!.depts
  const { onCallRota: first } = await onCallRows(admin, '并入', from)
  await must(act(from, 'merge', to))
  expect(await served(first)).toEqual([to])
  const { onCallRota: second } = await onCallRows(admin, '并入', last)
  await must(act(last, 'merge', to))
  expect([await served(first), await served(second)]).toEqual([[to], [last]])
})

test('a department moves with those below it, and never below itself', async () => {
  const [top, mid, low] = [await add('总部'), await add('分部'), await add('小组')]
  await must(act(low, 'move', mid))
  await must(act(mid, 'move', top))
  const [row] = await app.sql('select path from dept where id = $1', [low])
  expect(row!.path).toBe(`${top}/${mid}/${low}/`)
  for (const to of [mid, low]) expect((await act(mid, 'move', to)).status).toBe(400)
  expect((await plan(mid, 'move', low)).data.obstacle).toBe('目标科室不能是本科室或其下级')
  await must(act(mid, 'move'))
  expect((await app.sql('select path from dept where id = $1', [low]))[0]!.path).toBe(`${mid}/${low}/`)
})

test('one with people or devices is not closed, an empty one is', async () => {
  const id = await add('小科')
  const { id: person } = await lab.add('keeper', { deptId: id })
  expect((await plan(id, 'close')).data.obstacle).toBe('仍有 用户 1，请先并入其他科室或移走')
  expect(await act(id, 'close')).toMatchObject({ status: 400, msg: '仍有 用户 1，请先并入其他科室或移走' })
  await must(admin.post('/blade/user/update', { id: person, deptId: home.depts.bones }))
  await must(act(id, 'close'))
  expect((await admin.get<Row>(`${path}/detail`, { id })).data).toMatchObject({ isSealed: 1 })
})

test('asks for the right, for all departments, and for departments of this hospital', async () => {
  const [from, to] = [await add('甲科'), await add('乙科')]
  expect((await act(from, 'merge', to, await app.as('keeper'))).status).toBe(403)
  const { client } = await lab.clerk(['dept.list', 'dept.reorganize'], 'below')
  expect(await act(from, 'merge', to, client)).toMatchObject({ status: 400, msg: '只有数据范围为全部的人员可以调整科室' })
  expect((await plan(from, 'merge', to, client)).status).toBe(400)
  expect((await act(from, 'merge', other.depts.bones)).status).toBe(404)
  expect((await act(other.depts.bones, 'merge', to)).status).toBe(404)
  expect((await act(from, 'merge')).status).toBe(400)
  expect((await act(from, 'vanish', to)).status).toBe(400)
})
