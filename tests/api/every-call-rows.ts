import { expect } from 'vitest'
import { usualTerms } from '#contract/entities/insight/replacement-terms.ts'
import { urlsOf, verbsOf } from '#contract/kit/entity/entity.ts'
import { entities } from '#contract/registry.ts'
import { writeAs } from '#server/db/pool.ts'
import { tableName } from '#server/kit/table.ts'
import { adverseRows } from '#tests/harness/adverse.ts'
import type { Client, Row, TestApp } from '#tests/harness/app-for-test.ts'
import { checklistRows } from '#tests/harness/checklist-rows.ts'
import { contractRows } from '#tests/harness/contracts.ts'
import { setRows } from '#tests/harness/device-sets.ts'
import { type Draft, draftOf } from '#tests/harness/factories.ts'
import { home } from '#tests/harness/hospitals.ts'
import { labelReportRow } from '#tests/harness/label-reports.ts'
import { onCallRows } from '#tests/harness/on-call.ts'
import { purchaseRows } from '#tests/harness/purchases.ts'
import { qualityRows } from '#tests/harness/quality.ts'
import { riskRows } from '#tests/harness/risk.ts'
import { roundRows } from '#tests/harness/rounds.ts'
import { sensorRows } from '#tests/harness/sensors.ts'
import { sharingRows } from '#tests/harness/sharing-rows.ts'

/** A marker in every text of 内科 that only its own people may read. */
export const secret = '内科机密'
/** Whose rows a reach of departments limits. */
const fenced = [
  ...[
    'device',
    'devicePart',
    'repairOrder',
    'repairPart',
    'maintainOrder',
    'maintainPart',
    'checkTask',
    'checkDept',
    'checkLine',
    'checkScan',
    'checkReview',
  ],
  ...['user', 'accessLog', 'labelPrint', 'labelItem', 'deviceAttach', 'deviceDraft', 'purchasePlan', 'purchasePlanLine'],
  ...['purchaseOrder', 'purchaseOrderLine', 'purchaseInstalment', 'orderArrival', 'orderArrivalLine'],
  ...['purchaseQuote', 'purchaseQuoteLine', 'purchaseInvoice', 'purchaseInvoiceLine'],
  ...['checklistTask', 'checklistRecord', 'roundRoute', 'roundTask', 'roundStop'],
  ...[
    'qualityControl',
    'qualityCard',
    'statutoryInspection',
    'statutoryCard',
    'deviceIncome',
    'recallDevice',
    'serviceOrder',
    'cardProposal',
  ],
  ...['sensorConfig', 'sensorBinding', 'deviceRange', 'deviceSecDay', 'deviceSecMonth', 'deviceFence'],
  ...['alarmRule', 'sensorAlarm', 'adverseEvent', 'labelReport', 'riskScore', 'riskProposal', 'meterReading', 'deviceMeter'],
  ...['deviceSet', 'deviceSetMember'],
  ...['serviceContract', 'contractDevice', 'contractInstalment', 'serviceInvoice', 'serviceInvoiceLine'],
]

/** Ids of rows by entity. */
export type Rows = Record<string, string>

const add = async (client: Client, path: string, draft: object): Promise<string> => {
  const answer = await client.post(path, draft)
  expect([path, answer.msg, answer.status]).toEqual([path, '操作成功', 200])
  return String(answer.data.id)
}

/** Entities that have no row yet get the newest of the hospital. */
const fillRest = async (app: TestApp, rows: Rows): Promise<void> => {
  for (const of of entities) {
    if (of.table !== 'tenant' || rows[of.name]) continue
    const [row] = await app.sql(`select id from ${tableName(of)} where tenant_id = $1 order by id desc limit 1`, [home.tenant])
    if (row) rows[of.name] = String(row.id)
  }
}

/** Rows of a department whose texts hold the word. */
export async function departmentRows(app: TestApp, dept: string, word: string): Promise<Rows> {
  const rows: Rows = { dept }
  const admin = await app.as('administrator')
  rows.device = await add(admin, '/eam/device/submit', {
    deviceName: `${word}泵`,
    rfidCode: `${word}RFID`,
    sn: `${word}SN`,
    useDeptId: dept,
  })
  for (const step of ['submit-filing', 'sureEam']) expect((await admin.post(`/eam/device/${step}`, { id: rows.device })).status).toBe(200)
  rows.devicePart = await add(admin, '/eam/deviceparts/submit', { partName: `${word}探头`, quantity: 1, deviceId: rows.device })
  rows.deviceAttach = await add(admin, '/eam/device/attach/submit', {
    attachName: `${word}资料`,
    attachType: 'other',
    deviceId: rows.device,
  })
  const [somewhere] = await app.sql('select id from location where tenant_id = $1 order by id limit 1', [home.tenant])
  const locationId = somewhere?.id ?? (await add(admin, '/eam/plc/location/submit', { locationName: '本部', level: 'courtyard' }))
  rows.deviceDraft = await add(admin, '/eam/device-draft/submit', { deviceName: `${word}新泵`, useDeptId: dept, locationId })
  const lines = [{ deviceName: `${word}拟购`, quantity: 1 }]
  rows.purchasePlan = await add(admin, '/eam/device-purchase-plan/submit', { planYear: 2027, deptId: dept, reason: `${word}理由`, lines })
  const [line] = await app.sql('select id from purchase_plan_line where plan_id = $1', [rows.purchasePlan])
  rows.purchasePlanLine = String(line!.id)
  Object.assign(rows, await purchaseRows(app, admin, word, dept))
  const task = { checkTitle: `${word}盘点`, beginDate: '2026-01-01', mode: 'open', scopeDepts: [dept], members: [{ userId: admin.userId }] }
  rows.checkTask = await add(admin, '/eam/check/submit', task)
  expect((await admin.post('/eam/check/start', { id: rows.checkTask })).status).toBe(200)
  rows.checkScan = await add(admin, '/eam/check/scan', { checkId: rows.checkTask, code: `${word}RFID` })
  const fault = { deviceId: rows.device, faultDescription: `${word}故障`, urgency: 'normal' }
  const fixed = {
    ...fault,
    urgency: undefined,
    diagnosis: `${word}诊断`,
    measures: `${word}措施`,
    parts: [{ partName: `${word}件`, quantity: 1 }],
  }
  const engineer = await app.as('engineer')
  expect((await engineer.post('/eam/eventtyperepair/quick-save', fixed)).status).toBe(200)
  const due = { deviceId: rows.device, dueDate: '2026-05-01', remark: `${word}保养` }
  rows.maintainOrder = await add(admin, '/eam/eventtypemaintain/save', due)
  const maintained = { id: rows.maintainOrder, result: 'good', parts: [{ partName: `${word}滤网`, quantity: 1 }] }
  expect((await admin.post('/eam/eventtypemaintain/finish', maintained)).status).toBe(200)
  const [used] = await app.sql('select id from maintain_part where maintenance_id = $1', [rows.maintainOrder])
  rows.maintainPart = String(used!.id)
  rows.repairOrder = await add(engineer, '/eam/eventtyperepair/save', fault)
  rows.deviceIncome = await add(admin, '/eam/device-income/submit', { deviceId: rows.device, month: '2026-01-01', remark: `${word}收入` })
  // Its template is everybody's, as those of the hospital are.
  const { checklistTask, checklistRecord } = await checklistRows(app, admin, word, rows.device, `院内${dept.slice(-1)}`)
  Object.assign(rows, { checklistTask, checklistRecord }, await roundRows(app, admin, word, dept))
  const shared = `院内${dept.slice(-1)}`
  Object.assign(rows, await onCallRows(admin, shared, dept))
  const {
    qualityTemplate: _,
    recall: _recall,
    recallItem: _item,
    ...controlled
  } = await qualityRows(app, admin, word, { device: rows.device, dept, shared })
  Object.assign(rows, controlled)
  Object.assign(rows, await adverseRows(admin, word, rows.device))
  rows.labelReport = await labelReportRow(app, word, rows.device)
  const { riskScheme: _scheme, riskBand: _band, ...risk } = await riskRows(app, admin, `院内${dept.slice(-1)}`, rows.device)
  Object.assign(rows, risk)
  Object.assign(rows, await setRows(app, admin, word, { device: rows.device, dept }))
  Object.assign(rows, await contractRows(app, admin, word, { device: rows.device, dept }))
  Object.assign(rows, await sharingRows(app, { tenant: home.tenant, device: rows.device, dept, word, openWord: shared }))
  const {
    sensorModel: _model,
    sensorMetric: _metric,
    energyTariff: _tariff,
    tariffHour: _hour,
    sensorCredential: _key,
    sensorDeadLetter: _letter,
    ...sensed
  } = await sensorRows(...([app, admin, word, { device: rows.device, dept, shared }] as const))
  Object.assign(rows, sensed)
  // A person of the department signs in, prints its labels, and prints them again with a reason.
  const [role] = await app.sql(`select id from role where tenant_id = $1 and role_alias = 'equipment_manager'`, [home.tenant])
  const account = `person_${dept.slice(-1)}`
  rows.user = await add(admin, '/blade/user/save', { account, realName: `${word}人员`, roleId: role!.id, deptId: dept })
  const { password } = (await admin.post('/osm/user/reset-password', { userId: rows.user })).data as unknown as { password: string }
  const client = await app.signIn(home.tenant, account, password)
  const own = { oldPassword: password, newPassword: 'Own2026', newPassword1: 'Own2026' }
  expect((await client.post('/osm/user/update-password', own)).status).toBe(200)
  const printing = { labelKind: 'device', template: '60x40', output: 'pdf', ids: [rows.device] }
  await add(client, '/eam/label/print', printing)
  rows.labelPrint = await add(client, '/eam/label/print', { ...printing, reason: `${word}补打` })
  await fillRest(app, rows)
  return rows
}

/** A row of each family that takes a draft, and of any other that has one. */
export async function familyRows(app: TestApp, given: Rows): Promise<Rows> {
  const rows = { ...given }
  const admin = await app.as('administrator')
  const give: Record<string, Draft> = {
    location: { level: 'courtyard' },
    customField: { entity: 'device', fieldKind: 'text' },
    replacementRule: { ...usualTerms },
  }
  for (const of of entities) {
    if (rows[of.name] || !verbsOf(of).includes('submit')) continue
    const answer = await admin.post<Row | null>(urlsOf(of, 'submit')[0]!, draftOf(of, 3, { links: rows, give: give[of.name] }))
    if (answer.data?.id) rows[of.name] = answer.data.id
  }
  await fillRest(app, rows)
  return rows
}

/** What 内科 holds, as it stands in the tables: entity and rows. */
export const heldBy = async (app: TestApp, medicine: Rows): Promise<[entity: string, rows: unknown[]][]> =>
  Promise.all(
    fenced.map(async (name) => {
      const of = entities.find((one) => one.name === name)!
      const rows = await app.sql(
        `select t.*, xmin::text from ${tableName(of)} t where tenant_id = $1 and (t::text like $2 or id = any($3)) order by id`,
        [home.tenant, `%${secret}%`, fenced.flatMap((one) => medicine[one] ?? [])],
      )
      return [name, rows] as [string, unknown[]]
    }),
  )

/** Makes these the only rights of roles of the hospital. */
export const grantOnly = (app: TestApp, roleIds: readonly string[], rights: readonly string[]): Promise<void> =>
  writeAs(app.pool, home.tenant, async (tx) => {
    tx.later({ text: 'delete from role_grant where tenant_id = $1 and role_id = any($2::uuid[])', values: [home.tenant, roleIds] })
    tx.later({
      text: `insert into role_grant (tenant_id, role_id, right_code)
        select $1, role_id, right_code from unnest($2::uuid[]) role_id, unnest($3::text[]) right_code`,
      values: [home.tenant, roleIds, rights],
    })
  })
