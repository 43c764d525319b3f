import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { absences } from '#server/features/flow/people/absence.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { applyUrl, custody } from '#tests/harness/custody.ts'
import { flowLab, node, people } from '#tests/harness/flow.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const [admin, keeper] = [await app.as('administrator'), await app.as('keeper')]
const users = home.users as Record<string, string>
const hospital = await peopleLab(app, () => admin)
const { must, decideBy, ask, askedNow, agree, act, todo } = flowLab(app, admin, keeper)
const lab = custody(app, admin)
const rights = ['flowInstance.list', 'flowInstance.act', 'flowAbsence.list', 'flowAbsence.submit', 'flowAbsence.remove']
const [person, deputy, another] = [await hospital.clerk(rights), await hospital.clerk(rights), await hospital.clerk(rights)]
const today = homeDay(new Date())
const day = (later: number): string => daysAfter(today, later)

beforeEach(async () => {
  await app.sql('delete from flow_absence where tenant_id = $1', [home.tenant])
})

const enter = (more: object = {}, client: Client = person.client) =>
  client.post<Row>('/flow/absence/submit', {
    userId: person.id,
    deputyId: deputy.id,
    beginDate: today,
    endDate: day(3),
    reason: '学习',
    ...more,
  })
const change = (id: unknown, more: object) => must(person.client.post<Row>('/flow/absence/submit', { id, ...more }))
const waitingFor = async (who = person): Promise<number> =>
  (await who.client.get<{ waiting: number }>('/flow/absence/waiting', { userId: who.id })).data.waiting

describe('an absence', () => {
  test('hands over what waits where it says so, and only then', async () => {
    await decideBy(node('批', people(person.id)))
    const id = await ask()
    expect(await waitingFor()).toBeGreaterThan(0)
    await must(enter())
    expect(await askedNow(id)).toEqual([person.id])
    const [row] = (await person.client.get<Page>('/flow/absence/list')).data.records
    await change(row!.id, { moveWaiting: 1 })
    expect(await askedNow(id)).toEqual([deputy.id])
    expect(await todo(deputy.client)).toContain(id)
    expect(await todo(person.client)).not.toContain(id)
    expect(await waitingFor()).toBe(0)
    expect((await agree(deputy.client, id)).status).toBe(200)
  })

  test('that begins later hands over on its first day, once; the version its person saw may still be changed', async () => {
    await decideBy(node('批', people(person.id)))
    const id = await ask()
    await must(enter({ beginDate: day(2), endDate: day(4), moveWaiting: 1 }))
    await runTimedJob(absences, app.pool, new Date(Date.now() + 86_400_000))
    expect(await askedNow(id)).toEqual([person.id])
    const first = new Date(Date.now() + 2 * 86_400_000)
    await runTimedJob(absences, app.pool, first)
    expect(await askedNow(id)).toEqual([deputy.id])
    // What the deputy gives back in the absence stays with its person.
    await must(act(deputy.client, 'pass-on', id, { toUserId: person.id }))
    await runTimedJob(absences, app.pool, first)
    expect(await askedNow(id)).toEqual([person.id])
  })

  test.each([
    ['is removed', (id: string) => must(person.client.post<Row>(`/flow/absence/remove?ids=${id}`))],
    ['ends early', (id: string) => change(id, { beginDate: day(-1), endDate: day(-1) })],
  ])('that %s brings back what the deputy has not decided, new tasks too', async (_how, end) => {
    await decideBy(node('批', people(person.id)))
    const [decided, undecided] = [await ask(), await ask()]
    const { id } = await must(enter({ moveWaiting: 1 }))
    const later = await ask()
    for (const one of [decided, undecided, later]) expect(await askedNow(one)).toEqual([deputy.id])
    await must(agree(deputy.client, decided))
    await end(String(id))
    for (const one of [undecided, later]) expect(await askedNow(one)).toEqual([person.id])
    expect(await todo(deputy.client)).toEqual([])
    expect((await agree(person.client, undecided)).status).toBe(200)
  })

  test('that has passed brings it back by itself, and one with another deputy follows that one', async () => {
    await decideBy(node('批', people(person.id)))
    const { id: absence } = await must(enter({ moveWaiting: 1, endDate: today }))
    const id = await ask()
    await change(absence, { deputyId: another.id })
    expect(await askedNow(id)).toEqual([another.id])
    await runTimedJob(absences, app.pool)
    expect(await askedNow(id)).toEqual([another.id])
    await runTimedJob(absences, app.pool, new Date(Date.now() + 86_400_000))
    expect(await askedNow(id)).toEqual([person.id])
  })

  test('leaves with its person what the deputy may not decide', async () => {
    await decideBy(node('批', people(person.id)))
    await must(enter({ deputyId: keeper.userId, moveWaiting: 1 }))
    const id = await ask(await app.as('head'))
    expect(await askedNow(id)).toEqual([keeper.userId])
    await app.sql('delete from flow_absence where tenant_id = $1', [home.tenant])
    const own = await ask()
    await must(enter({ deputyId: keeper.userId, moveWaiting: 1 }))
    expect(await askedNow(own)).toEqual([person.id])
  })

  test('has no deputy who is stopped, an outsider or a board; the count is one’s own', async () => {
    const { id: stopped } = await hospital.add()
    await must(admin.post<Row>('/osm/user/update-user-status', { userIds: [stopped], status: 'stopped' }))
    for (const deputyId of [stopped, users.provider_engineer, users.virtual]) {
      const refused = await enter({ deputyId })
      expect([refused.status, refused.msg]).toEqual([400, expect.stringMatching(/不是本单位在职人员|不能再选|不能选/)])
    }
    expect(await app.sql('select 1 from flow_absence where tenant_id = $1', [home.tenant])).toEqual([])
    expect((await person.client.get('/flow/absence/waiting', { userId: deputy.id })).status).toBe(403)
    expect((await admin.get('/flow/absence/waiting', { userId: deputy.id })).status).toBe(200)
    // What is stored stays: only a newly named deputy is looked at.
    const { id } = await must(enter())
    await app.sql(`update app_user set status = 'stopped' where id = $1`, [deputy.id])
    expect((await person.client.post('/flow/absence/submit', { id, reason: '进修' })).status).toBe(200)
    await decideBy(node('批', people(person.id)))
    expect(await askedNow(await ask())).toEqual([users.administrator])
    await app.sql(`update app_user set status = 'active' where id = $1`, [deputy.id])
  })
})

test('rules do not newly name a stopped person, a board or a stranger; one who stopped later is passed over', async () => {
  const { id: gone } = await hospital.add()
  const { definition } = await decideBy(node('批', people(gone)))
  await must(admin.post<Row>('/osm/user/update-user-status', { userIds: [gone], status: 'stopped' }))
  expect(await askedNow(await ask())).toEqual([users.administrator])
  const save = (...ids: string[]) =>
    admin.post<Row>('/flow/definition/submit', { id: definition, draft: { nodes: [node('批', people(...ids))] } })
  expect((await save(gone, person.id)).status).toBe(200)
  const refused = await save(gone, users.virtual!)
  expect([refused.status, refused.msg]).toEqual([400, '“大屏用户”已停用或是大屏账号，不能作为处理人'])
  for (const id of [other.users.engineer, v7()]) expect((await save(gone, id)).msg).toBe('用户所选的记录不存在')
})

describe('people who are asked in order', () => {
  const sorted = [person.id, deputy.id, another.id, users.engineer!]
  const ways = [sorted.toReversed(), [sorted[1]!, sorted[3]!, sorted[0]!, sorted[2]!]]

  const orderOf = async (id: string): Promise<string[]> =>
    (await app.sql('select user_id from flow_task where instance_id = $1 order by id', [id])).map(({ user_id }) => String(user_id))

  test.each(ways)('are asked as the rule names them, also after it is edited: %s first', async (...ids) => {
    const { definition } = await decideBy(node('批', people(...sorted), { mode: 'order' }))
    await must(
      admin.post<Row>('/flow/definition/submit', { id: definition, draft: { nodes: [node('批', people(...ids), { mode: 'order' })] } }),
    )
    await must(admin.post<Row>('/flow/definition/publish-more', { id: definition }))
    const id = await ask()
    expect(await orderOf(id)).toEqual(ids)
    expect(await askedNow(id)).toEqual([ids[0]])
  })

  test('are asked as the applicant chose them', async () => {
    const clerk = await app.as('warehouse_keeper')
    const flow = flowLab(app, admin, clerk, 'deviceApply')
    await flow.decideBy({ kind: 'approve', id: 'a', name: '会签', who: [{ by: 'chosen' }], mode: 'order' })
    for (const ids of ways) {
      const apply = String((await must(lab.apply(clerk, 'borrow', [await lab.card()]))).id)
      const unchosen = await clerk.post<Row>(`${applyUrl}/eventSubmit`, { id: apply })
      expect(unchosen.data).toEqual({ choose: [{ id: 'a', name: '会签', inOrder: true }] })
      await must(clerk.post<Row>(`${applyUrl}/eventSubmit`, { id: apply, chosen: { a: ids } }))
      const [row] = await app.sql('select id from flow_instance where document_id = $1', [apply])
      expect(await orderOf(String(row!.id))).toEqual(ids)
    }
    const apply = String((await must(lab.apply(clerk, 'borrow', [await lab.card()]))).id)
    const refused = await clerk.post<Row>(`${applyUrl}/eventSubmit`, { id: apply, chosen: { a: [person.id, users.virtual] } })
    expect([refused.status, refused.msg]).toEqual([400, expect.stringContaining('“大屏用户”不是本单位在职人员')])
  })
})
