import { describe, expect, test } from 'vitest'
import { urlsOf } from '#contract/kit/entity/entity.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { moduleFacts } from '#contract/registry.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page } from '#tests/harness/app-for-test.ts'
import { checkLab } from '#tests/harness/check-lab.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { repairs } from '#tests/harness/repairs.ts'

interface Counted {
  readonly code: string
  readonly name: string
  readonly count: number
  readonly page: string
  readonly filter: Record<string, string>
}
interface Help {
  readonly code: string
  readonly isDone: boolean | null
}

interface Node {
  readonly code: string
  readonly children: readonly Node[]
}
interface Platform {
  readonly devices: number
  readonly rows: readonly { readonly tenantId: string; readonly devices: number; readonly people: number; readonly errors: number }[]
  readonly newest: readonly object[]
}

const kinds = ['processed', 'apply', 'uninspected', 'warn-statistics'] as const
const ask = async (client: Client, kind: (typeof kinds)[number]): Promise<Counted[]> =>
  (await client.get<Counted[]>(`/eam/home-page/${kind}`)).data
const countsOf = (list: readonly Counted[], module = ''): Record<string, number> =>
  Object.fromEntries(list.flatMap(({ code, count }) => (code.startsWith(module) ? [[code, count]] : [])))
const help = async (client: Client): Promise<Record<string, boolean | null>> =>
  Object.fromEntries((await client.get<Help[]>('/eam/home-page/help')).data.map(({ code, isDone }) => [code, isDone]))

const figures = moduleFacts.flatMap((module) => module.home?.figures ?? [])
/** What the list behind a figure is asked for, as its page on the desk asks. */
const listOf = ({ code, filter }: Counted): [string, Record<string, string>] => {
  const { of } = figures.find(({ name }) => name === code.split(':')[0])!
  const ends = Object.entries(filter).map(([key, value]) => {
    const isMoment = key.endsWith('_le') && of.fields[key.slice(0, -3)]?.kind === 'time'
    return [key, isMoment ? `${value} 23:59:59.999` : value]
  })
  return [urlsOf(of, 'list')[0]!, Object.fromEntries(ends)]
}

const dayFrom = (days: number): string => daysAfter(homeDay(new Date()), days)

const app = await appForFile()
const admin = await app.as('administrator')
const people = await peopleLab(app, () => admin)
const checks = await checkLab(app)

describe('the first page of an empty hospital', () => {
  test('tells how to begin, and what is done already [SERVICE-HOME-4]', async () => {
    const strange = await app.as('administrator', other)
    expect(await help(strange)).toEqual({
      'platform.depts': true,
      'platform.people': true,
      'place.rooms': false,
      'asset.import': false,
      'label.print': false,
      'check.first': false,
      'service.report': null,
    })
    const { id } = (await strange.post('/eam/device/submit', { deviceName: '监护仪' })).data
    expect(await help(strange)).toMatchObject({ 'asset.import': true, 'place.rooms': false })
    expect((await strange.post(`/eam/device/remove?ids=${id}`)).status).toBe(200)
    // Steps are for those who may take them.
    expect(await help(await app.as('keeper', other))).toEqual({ 'label.print': false, 'service.report': null })
  })
})

describe('what waits for a person', () => {
  test('is counted for each role within its scope, and the list behind a figure has exactly its rows [SERVICE-HOME-1] [SERVICE-HOME-2]', async () => {
    const lab = repairs(app, admin)
    const [keeper, engineer, manager, head] = await Promise.all(
      (['keeper', 'engineer', 'equipment_manager', 'head'] as const).map((role) => app.as(role)),
    )
    for (const state of ['reported', 'accepted', 'finished', 'done'] as const) await lab.at(state, await lab.card())
    // Of another department, reported by its own person.
    const elsewhere = await lab.card(['receive'], { useDeptId: home.depts.medicine })
    await lab.report(await app.as('warehouse_keeper'), elsewhere, { urgency: 'critical' })
    const filing = await lab.card([])
    expect((await admin.post('/eam/device/submit-filing', { id: filing })).status).toBe(200)
    expect(countsOf(await ask(engineer!, 'processed'), 'service.')).toEqual({
      'service.toAccept': 2,
      'service.mine': 1,
      'service.team': 0,
      'service.signOffOwn': 0,
    })
    expect(countsOf(await ask(keeper!, 'processed'), 'service.')).toEqual({ 'service.signOffDept': 1 })
    expect(countsOf(await ask(head!, 'processed'), 'service.')).toEqual({ 'service.signOffDept': 1 })
    expect(countsOf(await ask(keeper!, 'apply'), 'service.')).toEqual({ 'service.reported': 3 })
    expect(countsOf(await ask(await app.as('warehouse_keeper'), 'apply'), 'service.')).toEqual({ 'service.reported': 1 })
    expect(countsOf(await ask(manager!, 'processed'))).toMatchObject({
      'service.toAccept': 2,
      'service.mine': 0,
      'service.signOff': 1,
      'asset.filing': 1,
      'check.toPost': 0,
      'check.reviews': 0,
    })
    // Who has two roles sees what both are for.
    const two = await people.settled('keeper', { roleId: [people.roles.keeper, people.roles.engineer].join() })
    expect(Object.keys(countsOf(await ask(two.client, 'processed'), 'service.')).sort()).toEqual([
      'service.mine',
      'service.signOffOwn',
      'service.team',
      'service.toAccept',
    ])
    expect(await ask(await app.as('auditor'), 'apply')).toEqual([])
  })
})

describe('warnings', () => {
  test('are warranties that end, repairs that take long and checks past their end [SERVICE-HOME-6]', async () => {
    const manager = await app.as('equipment_manager')
    const lab = repairs(app, admin)
    for (const days of [-1, 0, 60, 61]) await lab.card(['receive'], { warrantyEnd: dayFrom(days) })
    await lab.card(['receive', 'applyDisposal', 'dispose'], { warrantyEnd: dayFrom(5) })
    const late = await lab.at('accepted', await lab.card())
    await app.sql(`update repair_order set reported_at = now() - interval '5 days' where id = $1`, [late])
    const counts = countsOf(await ask(manager, 'warn-statistics'))
    expect(counts).toMatchObject({
      'asset.warranty': 2,
      'service.overdue': 1,
      'service.critical': 1,
      'asset.missing': 0,
      'check.overdue': 0,
    })
    // People without the log see none of it.
    expect(counts['platform.rights']).toBeGreaterThanOrEqual(0)
    expect(countsOf(await ask(await app.as('keeper'), 'warn-statistics'))).not.toHaveProperty('platform.rights')
  })
})

describe('exports', () => {
  test('are in the log of the hospital, with who and what, and counted for those who may read it', async () => {
    const [manager, auditor] = [await app.as('equipment_manager'), await app.as('auditor')]
    const before = countsOf(await ask(auditor, 'warn-statistics'))['platform.exports']
    expect((await manager.file('/eam/device/export')).status).toBe(200)
    expect((await (await app.as('engineer')).file('/eam/device/export')).status).toBe(403)
    expect(countsOf(await ask(auditor, 'warn-statistics'))['platform.exports']).toBe(Number(before) + 1)
    const [entry] = (await auditor.get<Page>('/blade-log/usual/list', { event: 'export' })).data.records
    expect(entry).toMatchObject({ account: 'equipment_manager', outcome: 'done', detail: '导出设备卡 · Export: Device card' })
  })
})

describe('running checks', () => {
  test('show what they have not seen, one by one, to their people [SERVICE-HOME-3]', async () => {
    const manager = await app.as('equipment_manager')
    expect(await ask(await app.as('auditor', other), 'uninspected')).toEqual([])
    await checks.card()
    await checks.card()
    const id = await checks.started({ scopeLocations: [checks.rooms[0]] })
    const [shown] = (await ask(manager, 'uninspected')).filter(({ code }) => code === `check.pending:${id}`)
    expect(shown).toMatchObject({ page: '/eam/check-line', filter: { checkId: id, result: 'pending' } })
    expect(shown!.count).toBe(2)
    // A person who takes no part in a check sees nothing of it.
    expect(countsOf(await ask(await app.as('head'), 'uninspected'))).toEqual({})
    for (const dept of await checks.depts(id)) await checks.step('finish', dept.id)
    const counts = countsOf(await ask(manager, 'processed'))
    expect(counts['check.toPost']).toBe((await checks.depts(id)).length)
  })
})

describe('every figure', () => {
  test('has the total of the list that it leads to, for every role', async () => {
    for (const role of ['administrator', 'equipment_manager', 'engineer', 'keeper', 'head', 'warehouse_keeper', 'auditor'] as const) {
      const client = await app.as(role)
      for (const kind of kinds)
        for (const figure of await ask(client, kind)) {
          const [url, query] = listOf(figure)
          const { total } = (await client.get<Page>(url, query)).data
          expect([role, figure.code, total]).toEqual([role, figure.code, figure.count])
        }
    }
  })

  test('is left out where the hospital hides the field that it filters by', async () => {
    const manager = await app.as('equipment_manager')
    const config = { entity: 'device', fields: [{ fieldCode: 'warrantyEnd', isShow: 0 }] }
    const answer = await admin.post('/osm/industry-config/tenant-update', config)
    expect(answer).toMatchObject({ status: 200 })
    expect(countsOf(await ask(manager, 'warn-statistics'))).not.toHaveProperty('asset.warranty')
  })

  test('is of one’s own hospital alone', async () => {
    for (const kind of kinds)
      for (const { count } of await ask(await app.as('equipment_manager', other), kind)) expect(count).toBeLessThan(10)
  })
})

describe('the figures of the platform', () => {
  test('are people, devices, errors and sign-ins of every organisation, and for the platform alone', async () => {
    const platform = await app.signIn('000000', 'admin', 'admin')
    const engineer = await app.as('engineer')
    const sent = await engineer.post('/blade-auth/oauth/logout', {
      logs: [{ type: 'error', message: '图表没有画出来', url: '/eam/report' }],
    })
    expect(sent.status).toBe(200)
    const { data } = await platform.get<Platform>('/blade-system/tenant/figures')
    const counted = async (table: string): Promise<number> =>
      Number((await app.sql(`select count(*) as n from ${table} where tenant_id = $1 and not is_deleted`, [home.tenant]))[0]!.n)
    expect(data.rows.find((row) => row.tenantId === home.tenant)).toMatchObject({
      people: await counted('app_user'),
      devices: await counted('device'),
      errors: 1,
    })
    expect(data.devices).toBe(data.rows.reduce((all, row) => all + row.devices, 0))
    expect(data.newest[0]).toMatchObject({ message: '图表没有画出来', tenantName: `医院${home.tenant}` })
    // The session is still the platform's afterwards.
    expect((await platform.get<Page>('/blade-user/page', {})).data.total).toBeLessThan(5)
    expect(await admin.get('/blade-system/tenant/figures')).toMatchObject({ status: 403 })
    // Nothing of a hospital is shown there, neither on the page nor in the menu.
    const codes = (nodes: readonly Node[]): string[] => nodes.flatMap(({ code, children }) => [code, ...codes(children)])
    expect(codes((await platform.get<Node[]>('/blade/menu/routes')).data)).toEqual([
      'home',
      'system',
      'dept',
      'user',
      'registration',
      'post',
      'role',
      'accessLog',
      'log',
      'accessReview',
      'hospital',
      'tenantPackage',
      'menu',
      'topMenu',
      'dict',
      'announcement',
      'client',
      'region',
      'oss',
      'sms',
      'smsMessage',
      'codeForm',
      'identityProvider',
      'noticeChannel',
      'noticeDelivery',
      'param',
    ])
    for (const kind of ['processed', 'apply', 'uninspected'] as const) expect(await ask(platform, kind)).toEqual([])
    expect(Object.keys(await help(platform))).toEqual(['platform.hospital'])
  })
})

describe('the layout', () => {
  test('belongs to the person, and is the usual one again when both lists are empty', async () => {
    const [manager, engineer] = [await app.as('equipment_manager'), await app.as('engineer')]
    const layout = async (client: Client) => (await client.get('/eam/home-page/layout')).data
    expect(await layout(manager)).toEqual({ panels: [], hidden: [] })
    const saved = { panels: ['service.mine', 'asset.states'], hidden: ['home.help'] }
    const answer = await manager.post('/eam/home-page/save-layout', { panels: saved.panels.join(), hidden: saved.hidden.join() })
    expect(answer.data).toEqual(saved)
    expect(await layout(manager)).toEqual(saved)
    expect(await layout(engineer)).toEqual({ panels: [], hidden: [] })
    const bad = await manager.post('/eam/home-page/save-layout', { panels: 'a b;drop' })
    expect(bad).toMatchObject({ status: 400 })
    expect(await layout(manager)).toEqual(saved)
    await manager.post('/eam/home-page/save-layout', { panels: '', hidden: '' })
    expect(await layout(manager)).toEqual({ panels: [], hidden: [] })
  })
})
