import { beforeAll } from 'vitest'
import { isListCall } from '#contract/kit/entity/list.ts'
import { calls } from '#contract/registry.ts'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Row } from '#tests/harness/app-for-test.ts'
import { checkLab } from '#tests/harness/check-lab.ts'
import { checklistRows } from '#tests/harness/checklist-rows.ts'
import { custodyRows } from '#tests/harness/custody-rows.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { ledgerRows } from '#tests/harness/ledger-rows.ts'
import { listBattery, type Onlookers } from '#tests/harness/list-battery.ts'
import { sensorLab, sensorRows } from '#tests/harness/sensors.ts'
import { sharingRows } from '#tests/harness/sharing-rows.ts'

let people: Onlookers
const rows: Record<string, string> = {}
/** A card of 骨科 of each hospital. */
const cards = new Map<Client, string>()

const put = async (client: Client, path: string, body: object): Promise<string> => {
  const answer = await client.post<Row>(path, body)
  if (!answer.success) throw new Error(answer.msg)
  return answer.data.id
}

const app = await appForFile()
const lab = await checkLab(app)
beforeAll(async () => {
  const { admin, keeper } = lab
  people = { admin, keeper, stranger: await app.as('administrator', other), virtual: await app.as('virtual') }
  for (const client of [admin, people.stranger]) {
    const category = await put(client, '/eam/assets-category/submit', { categoryName: '设备', categoryCode: 'C1' })
    const classify = await put(client, '/eam/device-class/submit', { className: '泵', classCode: '14' })
    const room = await put(client, '/eam/plc/location/submit', { locationName: '院区', level: 'courtyard' })
    for (const inTurn of [0, 1]) await put(client, '/eam/own-board/submit', { boardName: '早会', theme: 'auto', inTurn })
    const { bones, medicine } = (client === admin ? home : other).depts
    for (const useDeptId of [bones, medicine, undefined]) {
      const common = { useDeptId, originalValue: '1200.50', assetsCategoryId: category, classifyId: classify, locationId: room }
      const parentId = await put(client, '/eam/device/submit', {
        deviceName: '监护仪',
        ...common,
        importantClassification: 'emergency',
        measureType: 'mandatory',
        isMeasure: 1,
      })
      const child = await put(client, '/eam/device/submit', { deviceName: '电池', useDeptId, parentId })
      // Attached to a card of another department.
      const far = await put(client, '/eam/device/submit', { deviceName: '推车', useDeptId: medicine, parentId })
      await client.post('/eam/device/submit', { id: child, remark: '换过' })
      for (const attachType of ['manual', 'photo'])
        await put(client, '/eam/device/attach/submit', { deviceId: parentId, attachType, attachName: '资料' })
      await client.post('/eam/device/submit-filing', { id: far })
      const measured = { measureKind: 'calibration', result: 'passed', measuredOn: '2026-02-01' }
      await put(client, '/eam/eventtypemeasure/supplement', { deviceId: parentId, ...measured })
      await put(client, '/eam/eventtypemeasure/save', { deviceId: child, measureKind: 'verification' })
      const maintained = await put(client, '/eam/eventtypemaintain/save', { deviceId: parentId, dueDate: '2026-02-01' })
      await client.post('/eam/eventtypemaintain/finish', { id: maintained, result: 'good' })
      const checked = await checklistRows(app, client, `${useDeptId ?? '无科室'}`, parentId, undefined, 'inspection')
      const fault = { deviceId: child, faultDescription: '松动', diagnosis: '螺丝松', measures: '紧固' }
      await put(client, '/eam/eventtyperepair/quick-save', fault)
      if (client === admin && useDeptId === bones) Object.assign(rows, checked, { maintainOrder: maintained })
      const word = `传感${useDeptId?.slice(-4) ?? ''}`
      const about = { device: parentId, dept: useDeptId ?? null }
      const sensed = await sensorRows(app, client, word, about)
      if (client === admin && useDeptId === bones) Object.assign(rows, sensed)
      const sensors = sensorLab(app, client, `${word}位`)
      await sensors.sensor()
      const locator = await sensors.sensor({ sensorKind: 'position' })
      await sensors.bind(locator.id, parentId)
      for (const state of ['offered', 'finished'])
        await sharingRows(app, {
          tenant: (client === admin ? home : other).tenant,
          device: parentId,
          dept: useDeptId ?? null,
          word: '共享',
          state,
        })
      if (useDeptId !== bones) continue
      cards.set(client, parentId)
      Object.assign(rows, client === admin ? { device: parentId, location: room } : {})
    }
    for (const assetsCode of ['GZ-1', 'GZ-2']) {
      const id = await put(client, '/eam/assetscard/submit', { assetsCode, assetsName: '监护仪', deptId: bones })
      const deviceId = await put(client, '/eam/device/submit', { deviceName: '推床', useDeptId: bones })
      if (assetsCode === 'GZ-1') await client.post('/eam/assetscard/matching', { id, deviceId })
    }
    for (const deptId of [bones, medicine])
      await put(client, '/eam/ambulance-check/submit', {
        ...{ deptId, checkDate: '2026-03-01', shift: 'day' },
        lines: [
          { itemName: '除颤仪', lineResult: 'loss', note: '送修' },
          { itemName: '氧气', lineResult: 'complete' },
        ],
      })
    await put(client, '/eam/plc/location/submit', { locationName: '骨科院区', level: 'courtyard', deptId: bones })
    await put(client, '/eam/plc/location/submit', { locationName: '内科院区', level: 'courtyard', deptId: medicine })
  }
  for (const [client, of] of [
    [admin, home],
    [people.stranger, other],
  ] as const) {
    const deviceId = await put(client, '/eam/device/submit', { deviceName: '报废机', useDeptId: of.depts.bones })
    const disposal = { disposalType: 'scrap', declareReasons: 'aged', reasonDetail: '旧', useDeptId: of.depts.bones, lines: [{ deviceId }] }
    const id = await put(client, '/eam/devicedisposal/submit', disposal)
    if (client === admin) rows.deviceDisposal = id
  }
  // Tags of many cards at once.
  for (const { tenant } of [home, other])
    await writeAs(app.pool, tenant, async (tx) => {
      tx.later({ text: `update device set is_shared = 1 where tenant_id = $1 and device_name = '监护仪'`, values: [tenant] })
      tx.later({ text: `update device set is_marked = 1 where tenant_id = $1 and device_name = '推车'`, values: [tenant] })
    })
  // The administrator belongs to a department too.
  await admin.post('/blade/user/update', { id: admin.userId, deptId: home.depts.bones })
  const card = await lab.card()
  rows.checkTask = await lab.started({ scopeLocations: [lab.rooms[0]] })
  await lab.started({ scopeLocations: [lab.rooms[0]], checkTitle: '别的盘点' }, [])
  await lab.scan(keeper, rows.checkTask, card.rfidCode, lab.rooms[1])
  await ledgerRows(app, other.tenant, '他院')
  Object.assign(rows, await ledgerRows(app, home.tenant, '本院'))
  const theirs = { dept: other.depts.bones, device: cards.get(people.stranger)!, user: people.stranger.userId }
  await custodyRows(app, other.tenant, '他院', theirs)
  Object.assign(rows, await custodyRows(app, home.tenant, '本院', { dept: home.depts.bones, device: rows.device!, user: keeper.userId }))
  await put(admin, '/eam/eventtypemaintain/save', { deviceId: rows.device!, dueDate: '2026-04-01', applyId: rows.deviceApply! })
  await put(admin, '/eam/eventtypemeasure/save', { deviceId: rows.device!, measureKind: 'verification', applyId: rows.deviceApply! })
})

const depts = (client: Client): string | null =>
  client === people.admin ? home.depts.bones : client === people.keeper ? home.depts.surgery : null

for (const call of calls.filter(isListCall))
  listBattery(call, {
    people: () => people,
    named: (entity) =>
      entity === 'device' && call.name === 'check.deviceCycle'
        ? undefined
        : entity === 'dept'
          ? home.depts.bones
          : entity === 'user'
            ? people.admin.userId
            : rows[entity],
    deptOf: depts,
  })
