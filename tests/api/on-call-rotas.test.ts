import { beforeAll, describe, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { onCallRows } from '#tests/harness/on-call.ts'
import { at, later, monday, type Night, nightLab } from '#tests/harness/on-call-night.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const [keeper, engineer, manager] = [await app.as('keeper'), await app.as('engineer'), await app.as('equipment_manager')]
const neighbour: Client = await app.as('administrator', other)
const lab = await nightLab(app, admin, keeper)
const [rotas, shifts] = ['/eam/on-call-rota', '/eam/on-call-shift']
let night: Night
beforeAll(async () => {
  night = await lab.rota(home.depts.bones)
})
const refused = async (path: string, body: object, who = admin): Promise<string> => {
  const answer = await who.post(path, body)
  expect([path, answer.success, answer.status >= 400 && answer.status < 500]).toEqual([path, false, true])
  return answer.msg
}
const dated = (from: Date, to: Date, personId: string, backupId: string | null = null) => ({
  ...{ rotaId: night.id, shiftKind: 'dated', startsAt: from.toISOString(), endsAt: to.toISOString(), personId, backupId },
})
interface Now {
  readonly isWorkTime: boolean
  readonly changesIn: number
  readonly rotas: readonly { readonly until: string | null; readonly person: { readonly name: string } | null }[]
}
const now = async (who = keeper): Promise<Now> => (await who.get<Now>('/eam/on-call/now', { deptId: home.depts.bones })).data

describe('two rotas of a department', () => {
  test('cannot be open at once: neither by opening one again nor by two people at the same time', async () => {
    const { leader } = night
    const rota = (name: string, more: object) => ({
      rotaName: name,
      depts: [home.depts.bones],
      escalateMinutes: 5,
      leaderId: leader.id,
      ...more,
    })
    const { id, version } = await lab.done(`${rotas}/submit`, rota('停用的值班', { isInactive: 1 }))
    expect(await refused(`${rotas}/submit`, { id, version, isInactive: 0 })).toContain('一个科室只能有一张值班表')
    const rivals = await Promise.all(
      ['甲', '乙'].map((name) => admin.post(`${rotas}/submit`, rota(`同时${name}`, { depts: [home.depts.surgery] }))),
    )
    expect(rivals.filter(({ success }) => success)).toHaveLength(1)
    await lab.done(`${rotas}/remove`, { ids: [rivals.find(({ success }) => success)!.data.id] })
  })

  test('one above the other: a night report calls the nearer one alone', async () => {
    const above = await lab.rota(home.depts.surgery)
    expect(await lab.called(await lab.reported(at(0, '20:00')))).toEqual([`on_call ${night.first.account}`])
    await lab.close(above.id)
  })
})

describe('shifts', () => {
  test('over midnight and the end of a month call the same person by the clock of the hospital', async () => {
    // Thursday 28 February 2030; midnight there is 16:00 of the day before in UTC.
    for (const moment of ['2030-02-28T23:59:00+08:00', '2030-03-01T00:00:00+08:00', '2030-03-01T07:59:00+08:00', '2029-12-31T16:30:00Z'])
      expect([moment, await lab.called(await lab.reported(new Date(moment)))]).toEqual([moment, [`on_call ${night.first.account}`]])
    const { data } = await admin.get<{ parts: Row[]; gapMinutes: number }>('/eam/on-call/week', { rotaId: night.id, from: '2030-02-25' })
    expect(data.gapMinutes).toBe(0)
    expect(data.parts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          from: new Date('2030-02-28T17:30:00+08:00').toISOString(),
          to: new Date('2030-03-01T08:00:00+08:00').toISOString(),
        }),
      ]),
    )
  })

  test('that two people swap are called the other way round, and as before afterwards', async () => {
    const mate = await lab.people.settled('engineer')
    const ids = [
      // The mate has Tuesday night by a dated shift; both swap Monday for Tuesday.
      await lab.shift(dated(at(21, '17:30'), at(22, '08:00'), mate.id, night.first.id)),
      await lab.shift(dated(at(22, '17:30'), at(23, '08:00'), night.first.id, mate.id)),
    ].map(({ id }) => id)
    const who = async (moment: Date) => (await lab.called(await lab.reported(moment)))[0]
    expect(await who(at(21, '23:00'))).toBe(`on_call ${mate.account}`)
    expect(await who(at(22, '07:59'))).toBe(`on_call ${mate.account}`)
    expect(await who(at(22, '17:30'))).toBe(`on_call ${night.first.account}`)
    await lab.done(`${shifts}/remove`, { ids })
    expect(await who(at(21, '23:30'))).toBe(`on_call ${night.first.account}`)
  })

  test('end for who looks where a swap begins, and the answer says when time changes it', async () => {
    const begins = Date.now()
    const mate = await lab.people.settled('engineer')
    const { id: day } = await lab.shift(dated(new Date(begins - 3_600_000), new Date(begins + 1_200_000), night.first.id))
    const first = await now()
    expect(first.rotas[0]).toMatchObject({ until: new Date(begins + 1_200_000).toISOString() })
    expect(first.changesIn).toBeGreaterThan(0)
    expect(first.changesIn).toBeLessThanOrEqual(1200)
    await lab.done(`${shifts}/remove`, { ids: [day] })
    const weekday = String(((new Date(`${homeDay(new Date(begins))}T00:00:00Z`).getUTCDay() + 6) % 7) + 1)
    const all = await lab.rota(home.depts.medicine)
    const own = {
      rotaId: all.id,
      shiftKind: 'weekly',
      weekday,
      fromTime: '08:00',
      toTime: '17:30',
      validFrom: '2026-01-01',
      personId: mate.id,
    }
    if (weekday !== '6' && weekday !== '7') await lab.shift(own)
    const swap = { rotaId: all.id, shiftKind: 'dated', personId: all.backup.id }
    await lab.shift({ ...swap, startsAt: new Date(begins + 600_000).toISOString(), endsAt: new Date(begins + 660_000).toISOString() })
    const { data } = await keeper.get<Now>('/eam/on-call/now', { deptId: home.depts.medicine })
    expect(data.changesIn).toBeLessThanOrEqual(600)
    expect(data.rotas[0]!.until! <= new Date(begins + 600_000).toISOString()).toBe(true)
    await lab.close(all.id)
  })
})

test('a stopped account on the rota is skipped, and the leader and those who edit shifts are told once a day', async () => {
  const gone = await lab.people.settled('engineer')
  const moment = at(28, '19:00')
  const { id } = await lab.shift(dated(moment, later(moment, 120), gone.id, night.backup.id))
  await writeAs(lab.worker, home.tenant, (tx) =>
    tx.run({ text: `update app_user set status = 'stopped' where id = $1`, values: [gone.id] }),
  )
  for (const more of [0, 5]) expect(await lab.called(await lab.reported(later(moment, more)))).toEqual([`on_call ${night.backup.account}`])
  const told = await app.sql(`select user_id, detail from notice where kind = 'on_call_gone' and target_id = $1`, [night.id])
  expect(told.filter(({ user_id }) => user_id === night.leader.id)).toHaveLength(1)
  expect(told.filter(({ user_id }) => user_id === manager.userId)).toHaveLength(1)
  expect(told.some(({ user_id }) => user_id === gone.id)).toBe(false)
  await lab.done(`${shifts}/remove`, { ids: [id] })
})

test('without anyone on duty the panel and the call name the leader', async () => {
  const moment = new Date('2030-06-04T12:00:00+08:00')
  await lab.done('/eam/work-day/submit', { dayName: '停工', day: '2030-06-04', dayKind: 'rest' })
  const order = await lab.reported(moment)
  expect(await lab.called(order)).toEqual([`on_call_nobody ${night.leader.account}`])
  expect((await lab.history(order, 'onCallTold'))[0]).toContain('无人值班')
})

describe('another hospital and other roles', () => {
  test('reach nothing by the ids of this one', async () => {
    const theirs = await onCallRows(neighbour, '邻院', other.depts.bones)
    const shift = { shiftKind: 'dated', startsAt: '2037-01-01T10:00:00Z', endsAt: '2037-01-01T20:00:00Z' }
    const before = await app.sql('select version, leader_id, depts from on_call_rota where id = $1', [night.id])
    const [own] = await app.sql('select id from on_call_shift where rota_id = $1 order by id limit 1', [night.id])
    for (const [path, body] of [
      [`${shifts}/submit`, { ...shift, rotaId: night.id, personId: neighbour.userId }],
      [`${shifts}/submit`, { ...shift, rotaId: theirs.onCallRota, personId: night.first.id }],
      [`${shifts}/submit`, { ...shift, rotaId: theirs.onCallRota, personId: neighbour.userId, backupId: night.first.id }],
      [`${shifts}/submit`, { id: own!.id, version: 1, remark: '改' }],
      [`${shifts}/submit`, { id: theirs.onCallShift, version: 1, rotaId: night.id }],
      [`${shifts}/remove`, { ids: [own!.id] }],
      [`${rotas}/submit`, { id: night.id, version: 1, isInactive: 1 }],
      [`${rotas}/submit`, { rotaName: '外院', escalateMinutes: 5, leaderId: night.leader.id }],
      [`${rotas}/submit`, { rotaName: '外院', escalateMinutes: 5, leaderId: neighbour.userId, depts: [home.depts.bones] }],
      [`${rotas}/remove`, { ids: [night.id] }],
    ] as const)
      await refused(path, body, neighbour)
    expect(await app.sql('select version, leader_id, depts from on_call_rota where id = $1', [night.id])).toEqual(before)
    const said = await neighbour.get('/eam/on-call/now', { deptId: home.depts.bones })
    expect(JSON.stringify(said)).not.toContain(night.id)
    for (const path of [`${rotas}/detail`, `${shifts}/detail`])
      expect((await neighbour.get(path, { id: path === `${rotas}/detail` ? night.id : String(own!.id) })).status).toBe(404)
    const list = await neighbour.get('/eam/measure/on-call-answers', { onCallRotaId: night.id, group: 'onCallPerson' })
    expect(JSON.stringify(list)).not.toContain(night.first.id)
  })

  test('may not edit rotas as engineers or keepers, and the week refuses what is no week', async () => {
    const [own] = await app.sql('select id, version from on_call_shift where rota_id = $1 limit 1', [night.id])
    for (const who of [engineer, keeper])
      for (const [path, body] of [
        [`${rotas}/submit`, { id: night.id, leaderId: who.userId }],
        [`${rotas}/remove`, { ids: [night.id] }],
        [`${shifts}/submit`, { id: own!.id, version: own!.version, personId: who.userId }],
        [`${shifts}/remove`, { ids: [own!.id] }],
      ] as const)
        expect([path, (await who.post(path, body)).status]).toEqual([path, 403])
    for (const from of ['9999-12-31', '0000-01-01', '2030-02-31', 'x', ''])
      expect([from, (await engineer.get('/eam/on-call/week', { rotaId: night.id, from })).status < 500]).toEqual([from, true])
  })
})

describe('the figure of answers', () => {
  const measured = async (group: string, who = admin) =>
    (
      await who.get<{ values: Record<string, unknown>; rows: { key: string; name: string; values: Record<string, unknown> }[] }>(
        '/eam/measure/on-call-answers',
        { group, onCallRotaId: counted.id },
      )
    ).data
  let counted: Night

  test('says share and number by rota, person and month, by the limit of the moment of the call', async () => {
    await lab.close(night.id)
    counted = await lab.rota(home.depts.bones)
    const limit = { paramName: '值班应答时限', paramKey: 'oncall.answerMinutes' }
    expect(await refused('/blade-system/param/submit', { ...limit, paramValue: '0' })).toContain('1 到 240')
    // A call of the past that is answered now is late; one that is still to come is answered at once.
    const past = new Date(`${daysAfter(homeDay(new Date()), -2)}T20:00:00+08:00`)
    const [late, inTime, open, ended] = [
      await lab.reported(past),
      await lab.reported(at(1, '20:00')),
      await lab.reported(at(1, '20:10')),
      await lab.reported(at(1, '20:20')),
    ]
    for (const id of [late, inTime]) await lab.go(engineer, 'accept', id)
    await lab.go(keeper, 'cancel', ended)
    const all = await measured('onCallRota')
    expect(all.values).toMatchObject({ count: 3, inTime: 1, late: 1, waiting: 1, share: 33.3 })
    expect(all.rows).toMatchObject([{ key: counted.id, values: { count: 3 } }])
    expect((await measured('onCallPerson')).rows).toMatchObject([{ key: counted.first.id, values: { count: 3, inTime: 1 } }])
    expect((await measured('month')).rows.map(({ key, values }) => [String(key).slice(0, 7), values.count])).toEqual(
      expect.arrayContaining([
        [homeDay(past).slice(0, 7), 1],
        [monday.slice(0, 7), 2],
      ]),
    )
    const due = async (id: string) =>
      (await app.sql('select extract(epoch from call_due - called_at)::int / 60 as minutes from repair_order where id = $1', [id]))[0]!
        .minutes
    expect(await due(open)).toBe(15)
    await lab.done('/blade-system/param/submit', { ...limit, paramValue: '30' })
    expect(await due(await lab.reported(at(1, '20:30')))).toBe(30)
    expect(await due(open)).toBe(15)
  })

  test('counts a team as an answer only once one of it is in charge', async () => {
    const team = await lab.done('/eam/service-team/submit', { teamName: '应答班组', members: [engineer.userId] })
    const id = await lab.reported(at(2, '20:00'))
    await lab.go(manager, 'assignTeam', id, { teamId: team.id })
    const result = async () => (await lab.detail(id)).callResult
    expect(await result()).toBe('waiting')
    await lab.go(engineer, 'takeOver', id)
    expect(await result()).toBe('inTime')
  })
})
