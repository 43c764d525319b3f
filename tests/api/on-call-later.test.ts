import { beforeAll, describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { home } from '#tests/harness/hospitals.ts'
import { at, later, type Night, nightLab } from '#tests/harness/on-call-night.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const [keeper, engineer] = [await app.as('keeper'), await app.as('engineer')]
const lab = await nightLab(app, admin, keeper)
let night: Night
const firstCall = () => [`on_call ${night.first.account}`]
beforeAll(async () => {
  night = await lab.rota(home.depts.bones)
})

describe('an urgent report of working hours', () => {
  test.each<[string, number, string, string, number, string]>([
    ['whose hour passes in the evening', 0, '17:00', 'urgent', 0, '18:00'],
    ['that no one took on all day', 1, '09:00', 'urgent', 1, '17:30'],
    ['that is critical', 2, '17:20', 'critical', 2, '17:35'],
    ['of the last minute of a week', 4, '17:29', 'critical', 4, '17:44'],
  ])('%s is called about then, and escalated', async (_, days, time, urgency, dueDays, due) => {
    const id = await lab.reported(at(days, time), urgency)
    await lab.run(later(at(dueDays, due), -1))
    expect(await lab.called(id)).toEqual([])
    await Promise.all([lab.run(at(dueDays, due)), lab.run(at(dueDays, due))])
    expect(await lab.called(id)).toEqual(firstCall())
    await lab.run(later(at(dueDays, due), 15))
    expect(await lab.called(id)).toEqual([...firstCall(), `on_call_escalated ${night.backup.account}`])
  })

  test('that is taken on, cancelled or no longer urgent before is not', async () => {
    const [taken, ended, calm] = [
      await lab.reported(at(8, '17:00')),
      await lab.reported(at(8, '17:00')),
      await lab.reported(at(8, '17:00')),
    ]
    await lab.go(engineer, 'accept', taken)
    await lab.go(keeper, 'cancel', ended)
    await app.sql(`update repair_order set urgency = 'normal' where id = $1`, [calm])
    await lab.run(at(8, '18:00'))
    for (const id of [taken, ended, calm]) expect(await lab.called(id)).toEqual([])
    // It is urgent again in the night.
    await app.sql(`update repair_order set urgency = 'urgent' where id = $1`, [calm])
    await lab.reach(calm, at(8, '20:00'))
    expect(await lab.called(calm)).toEqual(firstCall())
  })

  test('is not called about later, nor at once, because someone edits it; a higher urgency is', async () => {
    const id = await lab.reported(at(9, '17:00'))
    await lab.reach(id, at(9, '17:20'))
    await lab.reach(id, at(9, '17:50'))
    expect(await lab.called(id)).toEqual([])
    await lab.run(at(9, '18:00'))
    expect(await lab.called(id)).toEqual(firstCall())
    const raised = await lab.reported(at(9, '17:00'))
    await app.sql(`update repair_order set urgency = 'critical' where id = $1`, [raised])
    await lab.reach(raised, at(9, '17:25'))
    await lab.run(at(9, '17:30'))
    expect(await lab.called(raised)).toEqual(firstCall())
  })

  test('is called about from its first step after a standstill, and waits where the morning has begun', async () => {
    const late = await lab.reported(at(10, '17:00'))
    await lab.run(at(10, '23:00'))
    expect(await lab.called(late)).toEqual(firstCall())
    await lab.go(engineer, 'accept', late)
    const morning = await lab.reported(at(14, '17:00'))
    await lab.run(at(15, '09:00'))
    expect(await lab.called(morning)).toEqual([])
    await lab.run(at(15, '17:30'))
    expect(await lab.called(morning)).toEqual(firstCall())
  })

  test('calls no one where its rota is gone by then', async () => {
    const { id, version } = (await admin.get('/eam/on-call-rota/detail', { id: night.id })).data
    const order = await lab.reported(at(16, '17:00'))
    await lab.done('/eam/on-call-rota/submit', { id, version, isInactive: 1 })
    await lab.run(at(16, '18:00'))
    expect(await lab.called(order)).toEqual([])
    await lab.done('/eam/on-call-rota/submit', { id, version: Number(version) + 1, isInactive: 0 })
  })
})
