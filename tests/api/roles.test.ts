import { describe, expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { declarationOf, operations } from './every-call-asks.ts'
import type { Operation } from './fuzz-operations.ts'
import { callWith } from './token-request.ts'

const app = await appForFile()

const unknown = '018f0000-0000-7000-8000-00000000dead'

const ask = async ({ method, path }: Pick<Operation, 'method' | 'path'>, headers: Record<string, string> = {}) => {
  const response = await fetch(`${app.url}${path.replace(/\{\w+\}/g, unknown)}${method === 'GET' ? `?id=${unknown}` : ''}`, {
    method,
    headers: { ...(method === 'POST' ? { 'content-type': 'application/json' } : {}), ...headers },
    body: method === 'POST' ? '{}' : undefined,
  })
  const text = await response.text()
  const json = text.startsWith('{') ? (JSON.parse(text) as { error?: string; msg?: string; data?: unknown }) : {}
  return { status: response.status, ...json }
}

describe('a token', () => {
  test.each(['x', '100002', '100002.', `100002.${'a'.repeat(43)}`, `100002' or '1'='1.${'a'.repeat(43)}`, `${'1'.repeat(500)}.x`])(
    '%s is refused',
    async (token) => {
      const some = operations.filter(({ path }) => /device\/(list|submit|seal)$|user\/info$/.test(path))
      expect(some.length).toBeGreaterThan(3)
      const presented: Record<string, string>[] = [
        { 'blade-auth': `bearer ${token}` },
        { cookie: `eam-access=${encodeURIComponent(token)}`, 'x-eam-client': 'web' },
      ]
      for (const headers of presented) for (const one of some) expect([one.id, (await ask(one, headers)).status]).toEqual([one.id, 401])
    },
  )
})

describe('calls that need a session alone', () => {
  test('are these; the wall sees nothing of the hospital, not even through the phone’s feed', async () => {
    const { headers, token } = await app.signIn(home.tenant, 'virtual')
    const open = operations.map(declarationOf).flatMap(({ may, name }) => (may === 'session' ? [name] : []))
    expect([...new Set(open)].sort()).toEqual(
      [
        'backgroundJob.cancel',
        'backgroundJob.export',
        'backgroundJob.file',
        'backgroundJob.mine',
        'dict.dictionary',
        'dict.dictionaryTree',
        'dict.supplierParentList',
        'dictBiz.dictionary',
        'dictBiz.dictionaryTree',
        'dictBiz.supplierParentList',
        'dispatch.board',
        'dispatch.cards',
        'dispatch.day',
        'dispatch.plan',
        'due.days',
        'due.feed',
        'due.feedEnd',
        'due.feedMake',
        'factor.begin',
        'factor.confirm',
        'factor.detail',
        'factor.remove',
        'fieldConfig.list',
        'file.content',
        'file.upload',
        'home.apply',
        'home.help',
        'home.layout',
        'home.layoutSave',
        'home.openWarnings',
        'home.processed',
        'home.uninspected',
        'home.warningTotal',
        'home.warnings',
        'hospital.select',
        'list.counts',
        'list.sums',
        'log.historyExport',
        'notice.chooseMail',
        'notice.mailChoices',
        'notice.pushKey',
        'notice.pushSubscribe',
        'notice.pushUnsubscribe',
        'passkey.ask',
        'passkey.begin',
        'passkey.remove',
        'passkey.submit',
        'report.list',
        'report.remove',
        'savedFilter.default',
        'savedFilter.mine',
        'savedFilter.remove',
        'savedFilter.submit',
        'session.buttons',
        'session.lock',
        'session.logout',
        'session.logoutByPost',
        'session.mine',
        'session.revoke',
        'session.routes',
        'session.switchRole',
        'session.topMenu',
        'session.unlock',
        'session.uploadLogs',
        'session.userInfo',
        'sync.blindCodes',
        'sync.filePart',
        'sync.fileState',
        'sync.live',
        'sync.pack',
        'sync.pull',
        'sync.pullMany',
        'sync.push',
        'user.updateInfo',
        'user.updatePassword',
      ].sort(),
    )
    expect((await ask({ method: 'GET', path: '/api/eam/device/list' }, headers)).status).toBe(403)
    expect((await callWith(app.url, token, '/sync/pull')).data.changes).toEqual([])
  })
})

/** The manager of the other hospital, to whom an API scope opens these calls and no others. */
const scopedManager = async (scope: string, patterns: string) => {
  await writeAs(app.pool, '000000', (tx) =>
    tx.run({ text: 'insert into api_scope (id, scope_name, patterns) values ($1, $2, $3)', values: [scope, '测试', patterns] }),
  )
  await writeAs(app.pool, other.tenant, (tx) =>
    tx.run({
      text: `update role_api_scope set api_scope_id = $2
        where tenant_id = $1 and role_id = (select id from role where tenant_id = $1 and role_alias = 'equipment_manager')`,
      values: [other.tenant, scope],
    }),
  )
  return app.signIn(other.tenant, 'equipment_manager')
}

describe('API scopes', () => {
  test('that open a call on single lines, and not the submit of their header, save nothing', async () => {
    const manager = await app.signIn(other.tenant, 'equipment_manager')
    const plan = { planYear: 2031, deptId: other.depts.bones, lines: [{ deviceName: '监护仪', quantity: 1 }] }
    const made = await manager.post('/eam/device-purchase-plan/submit', plan)
    expect(made.msg).toBe('操作成功')
    const id = String(made.data.id)
    const line = { planId: id, deviceName: '输液泵', quantity: 2 }
    expect((await manager.post('/eam/device-purchase-plan-list/submit', line)).status).toBe(200)
    const { token } = await scopedManager('01900000-0000-7000-8000-0000000000ab', '{purchasePlanLine.*}')
    const status = async (path: string, body?: unknown) => (await callWith(app.url, token, path, body)).status
    expect(await status('/eam/device-purchase-plan-list/list')).toBe(200)
    expect(await status('/eam/device-purchase-plan-list/submit', line)).toBe(403)
    const [row] = await app.sql('select id from purchase_plan_line where plan_id = $1 limit 1', [id])
    expect(await status('/eam/device-purchase-plan-list/remove', { ids: [row!.id] })).toBe(403)
    expect(await app.sql('select id from purchase_plan_line where plan_id = $1', [id])).toHaveLength(2)
  })

  test('open the calls that their patterns name and no others', async () => {
    const { token } = await scopedManager('01900000-0000-7000-8000-0000000000aa', '{device.list,location.*}')
    const status = async (path: string, body?: unknown) => (await callWith(app.url, token, path, body)).status
    expect(await status('/eam/device/list')).toBe(200)
    expect(await status('/eam/device/page-query')).toBe(403)
    expect(await status('/eam/device/export')).toBe(403)
    expect(await status('/eam/plc/location/tree')).toBe(200)
    expect(await status('/eam/plc/location/submit', {})).toBe(400)
    expect(await status('/eam/device/submit', { deviceName: '甲' })).toBe(403)
    expect(await status('/blade-user/info')).toBe(200)
    // What the feed of phones holds is what the calls would list.
    const { data } = await callWith(app.url, token, '/sync/pull')
    expect((data.scopes as string[]).sort()).toEqual(['base~location+fieldView', 'tenant~device'])
    expect(await status('/sync/pack?scope=tenant~device&entity=device')).toBe(200)
    expect(await status('/sync/pack?scope=repair:tenant&entity=repairOrder')).not.toBe(200)
  })
})

describe('the names that the program gave', () => {
  test('are read in English wherever a role is named by a link, an option or an export; one that a hospital gave stays', async () => {
    const admin = await app.as('administrator')
    const draft = { roleName: '夜班', roleAlias: 'night', reach: 'all' }
    const roleId = (await admin.post<{ id: string }>('/blade-system/role/submit', draft)).data.id
    const keeper = home.users.keeper
    const read = async <T>(path: string, query: Record<string, string> = {}) =>
      (await admin.get<T>(path, query, { 'accept-language': 'en' })).data
    const held = (await admin.get<{ roleId: string }>('/blade-user/detail', { id: keeper })).data.roleId
    try {
      expect((await read<{ roleName: string }>('/blade-user/detail', { id: keeper })).roleName).toBe('Department keeper')
      expect((await admin.get<{ roleName: string }>('/blade-user/detail', { id: keeper })).data.roleName).toBe('科室资产管理员')
      const options = await read<{ id: string; name: string }[]>('/blade-system/role/select')
      expect(options.find(({ id }) => id === held)!.name).toBe('Department keeper')
      expect(options.find(({ id }) => id === roleId)!.name).toBe('夜班')
      const tree = await read<{ id: string; title: string }[]>('/blade-system/role/tree')
      expect(tree.find(({ id }) => id === held)!.title).toBe('Department keeper')
      const picked = async (keyword: string, language: string) =>
        (await admin.get<{ name: string }[]>('/blade-system/role/select', { keyword }, { 'accept-language': language })).data.map(
          ({ name }) => name,
        )
      expect(await picked('ment KEEP', 'en')).toEqual(['Department keeper'])
      expect(await picked('夜', 'en')).toEqual(['夜班'])
      expect(await picked('科室资产', 'zh')).toEqual(['科室资产管理员'])
      expect(await picked('ment keep', 'zh')).toEqual([])
      const page = await read<{ records: { id: string }[]; total: number }>('/blade-system/role/page', { keyword: 'department keeper' })
      expect(page).toMatchObject({ total: 1, records: [{ id: held }] })
      for (const roleName of ['ment KEEP', '科室资产'])
        expect(await read('/blade-system/role/page', { roleName })).toMatchObject({ total: 1, records: [{ id: held }] })
      expect(await read('/blade-system/role/page', { roleName: '夜' })).toMatchObject({ total: 1, records: [{ id: roleId }] })
      expect(await read('/blade-system/role/page', { roleName: '%' })).toMatchObject({ total: 0 })
      // What is edited is the name itself.
      expect((await read<{ roleName: string }>('/blade-system/role/detail', { id: held })).roleName).toBe('科室资产管理员')
    } finally {
      await admin.post('/blade-system/role/remove', { ids: roleId })
    }
  })
})
