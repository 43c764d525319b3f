import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayStart, daysAfter } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { ownJobs } from '#server/jobs/own-jobs.ts'
import { serverModules } from '#server/modules.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Row } from '#tests/harness/app-for-test.ts'
import { custody, useUrl } from '#tests/harness/custody.ts'
import { flowLab, node, people } from '#tests/harness/flow.ts'
import { home } from '#tests/harness/hospitals.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

// Every timed job that compares days, run around midnight at home, where it is another day in the zone of the database.

const app = await appForFile()
const worker = openPool(app.database.jobsUrl, 1)
afterAll(() => worker.end())
const admin = await app.as('administrator')
const { bones, medicine } = home.depts
const flow = flowLab(app, admin, await app.as('keeper'))
const jobs = [...ownJobs, ...serverModules.flatMap((module) => module.jobs ?? [])]

/** Jobs without days, and why; the day of metrology has its own tests. */
const withoutDays: Readonly<Record<string, string>> = {
  foldCounts: 'adds up what was counted',
  purge: 'deletes by age',
  logMonths: 'keeps logs by age, in months of UTC that no one sees',
  clearContents: 'deletes by age',
  deliverNotices: 'delivers what waits; the day of a digest: tests/api/mail.test.ts',
  sendResetCodes: 'sends what was asked a moment ago',
  pushNotices: 'sends what waits',
  endLostImports: 'ends work after a silence',
  metrologyDue: 'tests/api/metrology.test.ts',
  metrologyStops: 'tests/api/metrology.test.ts',
  maintainOrders: 'tests/api/maintenance-nights.test.ts',
  checklistEnds: 'no day plays a part: tests/api/gone-devices.test.ts',
  roundOrders: 'tests/api/rounds.test.ts',
  onCallEscalation: 'minutes after a report; days of leave: tests/api/on-call.test.ts',
  weekReports: 'tests/api/notice-report.test.ts',
  riskProposals: 'counts months: tests/api/risk-proposals.test.ts',
  maintainReminders: 'tests/api/maintenance-nights.test.ts',
  statutoryStops: 'tests/api/statutory.test.ts',
  statutoryReminders: 'tests/api/statutory.test.ts',
  recallMatches: 'knows no day: tests/api/recall.test.ts',
  qualityReminders: 'tests/api/quality.test.ts',
  adverseReminders: 'counts hours: tests/api/adverse-event.test.ts',
  foldReadings: 'tests/api/energy-rollup.test.ts',
  keepReadings: 'tests/api/energy-rollup.test.ts',
  labelReports: 'deletes by age: tests/api/label-report.test.ts',
  sensorAlarms: 'counts minutes: tests/api/sensor-alarms.test.ts',
  absences: 'tests/api/flow-absence.test.ts',
  contractDays: 'tests/api/service-contract.test.ts',
  contractReminders: 'tests/api/service-contract.test.ts',
}

const made = async (path: string, draft: object, client: Client = admin): Promise<string> => {
  const answer = await client.post<Row>(path, draft)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return String(answer.data.id)
}
/** A moment as clocks show it at home. */
const clock = (day: string, time: string): Date => new Date(Date.parse(dayStart(day)) + Date.parse(`1970-01-01T${time}:00Z`))

const labels = new Map<string, string>()
const known = (id: string, label: string): void => void labels.set(id, label)

/** What the notices of one run are about. */
async function toldAt(now: Date): Promise<string[]> {
  const rows = await app.sql('select distinct target_id from notice where tenant_id = $1 and sent_at = $2', [home.tenant, now])
  return rows.flatMap((row) => labels.get(String(row.target_id)) ?? []).sort()
}
async function run(name: string, now: Date): Promise<string[]> {
  await runTimedJob(jobs.find((job) => job.name === name)!, worker, now)
  return toldAt(now)
}

let lab: ReturnType<typeof custody>
let supplier: string
let seed = 0
beforeAll(async () => {
  lab = custody(app, admin)
  supplier = await made('/eam/supplierinfo/submit', { supplierName: '江城医疗器械', supplierKind: 'dealer' })
})

/** Rows of a job around a day, each under the day or moment that decides. */
type Rows = (day: string) => Promise<void>

const part = async (label: string, expiresOn: string): Promise<void> =>
  known(await made('/eam/deviceparts/submit', { partName: `电极${++seed}`, quantity: 1, expiresOn }), label)

const trolley = async (label: string, expiresOn: string): Promise<void> => {
  const lines = [{ itemName: '肾上腺素', lineResult: 'complete', expiresOn }]
  known(
    await made('/eam/ambulance-check/submit', { deptId: bones, checkDate: '2026-05-01', shift: 'day', vehicle: `${++seed} 号车`, lines }),
    label,
  )
}
const qualification = async (label: string, validUntil: string): Promise<void> => {
  const draft = { supplierId: supplier, qualificationKind: 'distribution', certificateNo: `Q-${++seed}`, validUntil }
  known(await made('/eam/supplierqual/submit', draft), label)
}
const authorisation = async (label: string, validUntil: string): Promise<void> => {
  const classCode = `97-${String(++seed).padStart(2, '0')}`
  const deviceClassId = await made('/eam/device-class/submit', { className: label, classCode })
  const draft = { personId: home.users.keeper, deviceClassId, validFrom: '2020-01-01', validUntil }
  known(await made('/eam/use-authorisation/submit', draft), label)
}
const instalment = async (label: string, dueOn: string): Promise<void> => {
  const lines = [{ deviceName: '监护仪', quantity: 1, unitPrice: '10.00' }]
  const planId = await made('/eam/device-purchase-plan/submit', { planYear: 2027, deptId: bones, lines })
  await made('/eam/device-purchase-plan/approve', { id: planId })
  const warehouseId = await made('/eam/plc/warehouse/submit', { warehouseName: `付款库${++seed}`, deptId: bones })
  const company = await made('/eam/supplierinfo/submit', { supplierName: `付款供应商${seed}`, supplierKind: 'dealer' })
  const instalments = [{ instalmentName: '货款', dueOn, share: 100 }]
  const order = await made('/eam/purchase-order/submit', { planId, warehouseId, supplierId: company, instalments })
  await made('/eam/purchase-order/place', { id: order })
  known(order, label)
}
const loan = async (label: string, returnTime: Date): Promise<void> => {
  const [keeper, clerk] = [await app.as('keeper'), await app.as('warehouse_keeper')]
  const { id } = await lab.firstUse(await lab.approved(clerk, 'borrow', [await lab.card()]))
  await lab.must(keeper.post<Row>(`${useUrl}/submit`, { id }))
  await lab.must(clerk.post<Row>(`${useUrl}/confirm`, { id }))
  await app.sql('update device_use set return_time = $2 where id = $1', [id, returnTime])
  known(String(id), label)
}
const borrowing = async (label: string, toTime: Date): Promise<void> => {
  const deviceId = await made('/eam/device/submit', { deviceName: `输液泵${++seed}`, useDeptId: medicine })
  await admin.post('/eam/share/device/tag-submit', { ids: [deviceId], priceKind: 'hour', unitPrice: '1.00' })
  const [fromTime, until] = [0, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString())
  const draft = { deviceId, borrowDeptId: bones, fromTime, toTime: until }
  const id = await made('/eam/deviceusemanage/shared-borrowing-save', draft, await app.as('keeper'))
  await admin.post('/eam/deviceusemanage/shared-borrowing-hand-out', { id })
  await app.sql(`update shared_borrowing set from_time = $2::timestamptz - interval '1 hour', to_time = $2 where id = $1`, [id, toTime])
  known(id, label)
}

const leased = async (label: string, ownershipEnd: string): Promise<void> =>
  known(await made('/eam/device/submit', { deviceName: `租赁泵${++seed}`, useDeptId: bones, ownership: 'leased', ownershipEnd }), label)

/** What each job tells at 23:30, at 00:30 and at 07:30 of the next day, a week later at 23:30 and at 00:30. */
const told: Readonly<Record<string, { readonly rows: Rows; readonly expected: readonly (readonly string[])[] }>> = {
  tellStock: {
    async rows(day) {
      await part('30 days ahead', daysAfter(day, 30))
      await part('31 days ahead', daysAfter(day, 31))
      await part('39 days ahead', daysAfter(day, 39))
    },
    expected: [['30 days ahead'], ['31 days ahead'], [], ['30 days ahead'], ['31 days ahead']],
  },
  ambulanceExpiry: {
    async rows(day) {
      await trolley('30 days ahead', daysAfter(day, 30))
      await trolley('31 days ahead', daysAfter(day, 31))
      await trolley('39 days ahead', daysAfter(day, 39))
    },
    expected: [['30 days ahead'], ['31 days ahead'], [], ['30 days ahead'], ['31 days ahead']],
  },
  qualificationExpiry: {
    async rows(day) {
      await qualification('ended the day before', daysAfter(day, -1))
      await qualification('ends on the day', day)
      await qualification('60 days ahead', daysAfter(day, 60))
      await qualification('61 days ahead', daysAfter(day, 61))
      await qualification('14 days ahead', daysAfter(day, 14))
      await qualification('15 days ahead', daysAfter(day, 15))
    },
    expected: [
      ['14 days ahead', '15 days ahead', '60 days ahead', 'ends on the day'],
      ['61 days ahead'],
      [],
      ['14 days ahead'],
      ['15 days ahead'],
    ],
  },
  authorisationReminders: {
    async rows(day) {
      await authorisation('ended the day before', daysAfter(day, -1))
      await authorisation('ends on the day', day)
      await authorisation('30 days ahead', daysAfter(day, 30))
      await authorisation('31 days ahead', daysAfter(day, 31))
    },
    expected: [['30 days ahead', 'ends on the day'], ['31 days ahead'], [], [], []],
  },
  instalmentReminders: {
    async rows(day) {
      await instalment('due the day before', daysAfter(day, -1))
      await instalment('due on the day', day)
      for (const ahead of [7, 8, 14, 15]) await instalment(`${ahead} days ahead`, daysAfter(day, ahead))
    },
    expected: [
      ['7 days ahead', 'due on the day', 'due the day before'],
      ['8 days ahead', 'due on the day'],
      [],
      ['14 days ahead'],
      ['15 days ahead', '7 days ahead'],
    ],
  },
  ownershipEnds: {
    async rows(day) {
      await leased('ended the day before', daysAfter(day, -1))
      await leased('ends on the day', day)
      await leased('30 days ahead', daysAfter(day, 30))
      await leased('31 days ahead', daysAfter(day, 31))
      await leased('37 days ahead', daysAfter(day, 37))
      await leased('38 days ahead', daysAfter(day, 38))
    },
    expected: [['30 days ahead', 'ends on the day'], ['31 days ahead'], [], ['37 days ahead'], ['38 days ahead']],
  },
  remindOverdue: {
    async rows(day) {
      await loan('due at 23:00', clock(day, '23:00'))
      await loan('due at 23:45', clock(day, '23:45'))
      await loan('due at 08:00', clock(daysAfter(day, 1), '08:00'))
    },
    expected: [
      ['due at 23:00'],
      ['due at 23:00', 'due at 23:45'],
      [],
      ['due at 08:00', 'due at 23:00', 'due at 23:45'],
      ['due at 08:00', 'due at 23:00', 'due at 23:45'],
    ],
  },
  poolOverdue: {
    async rows(day) {
      await borrowing('due at 23:00', clock(day, '23:00'))
      await borrowing('due at 23:45', clock(day, '23:45'))
      await borrowing('due at 08:00', clock(daysAfter(day, 1), '08:00'))
    },
    expected: [
      ['due at 23:00'],
      ['due at 23:00', 'due at 23:45'],
      [],
      ['due at 08:00', 'due at 23:00', 'due at 23:45'],
      ['due at 08:00', 'due at 23:00', 'due at 23:45'],
    ],
  },
}

const nights = [
  ['in the middle of a month', '2027-03-17'],
  ['at the end of a month', '2027-05-31'],
  ['at the end of February', '2028-02-29'],
  ['at the end of a year', '2028-12-31'],
] as const

describe.each(Object.entries(told))('%s tells what is due by the day at home', (name, { rows, expected }) => {
  test.each(nights)('%s', async (_, day) => {
    labels.clear()
    await rows(day)
    const next = daysAfter(day, 1)
    const week = daysAfter(day, 7)
    const moments = [
      clock(day, '23:30'),
      clock(next, '00:30'),
      clock(next, '07:30'),
      clock(week, '23:30'),
      clock(daysAfter(week, 1), '00:30'),
    ]
    const found: string[][] = []
    for (const now of moments) found.push(await run(name, now))
    expect(found).toEqual(expected)
  })
})

test.each(nights)('an announcement is sent at its moment, and not after its end, %s', async (_, day) => {
  const next = daysAfter(day, 1)
  const add = (title: string, more: object): Promise<string> =>
    made('/blade-desk/notice/submit', { title, content: '…', category: '1', audience: 'all', ...more })
  const at = (on: string, time: string): string => `${on} ${time}:00`
  const late = await add('晚间发布', { releaseTime: at(day, '23:20') })
  const early = await add('次日发布', { releaseTime: next })
  const short = await add('短时发布', { releaseTime: at(day, '23:40'), endTime: next })
  const sent = async (now: Date): Promise<string[]> => {
    await run('sendAnnouncements', now)
    const rows = await app.sql('select id from announcement where id = any($1) and sent_at = $2', [[late, early, short], now])
    return rows.map(({ id }) => String(id))
  }
  expect(await sent(clock(day, '23:30'))).toEqual([late])
  expect(await sent(clock(next, '00:30'))).toEqual([early])
  expect(await sent(clock(next, '07:30'))).toEqual([])
})

test.each(nights)('a late approval is answered at its moment, and goes on to who stands in on that day, %s', async (_, day) => {
  const [next, third] = [daysAfter(day, 1), daysAfter(day, 2)]
  const { users } = home
  const head = people(users.head)
  await flow.decideBy(node('一', people(users.engineer), { limit: { hours: 1, late: 'agree' } }), node('二', head))
  await app.sql('delete from flow_absence where tenant_id = $1', [home.tenant])
  const absence = { userId: users.head, deputyId: users.equipment_manager, beginDate: next, endDate: next, reason: '出差' }
  await made('/flow/absence/submit', absence)
  const waiting = async (due: Date): Promise<string> => {
    const id = await flow.ask()
    await app.sql(`update flow_task set due_at = $2 where instance_id = $1 and task_state = 'open'`, [id, due])
    return id
  }
  const moments = [clock(day, '23:30'), clock(next, '00:30'), clock(next, '07:30'), clock(next, '23:30'), clock(third, '00:30')]
  const asked = [users.head, users.equipment_manager, users.equipment_manager, users.equipment_manager, users.head]
  for (const [at, now] of moments.entries()) {
    const [due, later] = [await waiting(new Date(now.getTime() - 60_000)), await waiting(new Date(now.getTime() + 60_000))]
    await run('lateApprovals', now)
    expect([await flow.askedNow(due), await flow.askedNow(later)], now.toISOString()).toEqual([[asked[at]], [users.engineer]])
    await app.sql(`update flow_task set due_at = null where instance_id = $1`, [later])
  }
})

test('every timed job has its days here, or none', () => {
  const here = [...Object.keys(told), 'sendAnnouncements', 'lateApprovals', ...Object.keys(withoutDays)]
  expect(jobs.map(({ name }) => name).sort()).toEqual(here.sort())
})
