import { beforeAll, describe, expect, test } from 'vitest'
import { pathsOf } from '#contract/kit/call.ts'
import { calls } from '#contract/registry.ts'
import { rights } from '#contract/rights.ts'
import { type DefaultRole, defaultRoles, rightsIn } from '#contract/roles.ts'
import { writeAs } from '#server/db/pool.ts'
import { familyRoutes, stepRoutes } from '#server/kit/family.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { callWith } from './token-request.ts'

interface Operation {
  readonly method: string
  readonly path: string
  readonly may: string
  readonly name: string
}

let operations: Operation[]

const app = await appForFile()
beforeAll(async () => {
  const declared = [...familyRoutes(), ...stepRoutes(), ...calls.map((of) => ({ ...of, urls: pathsOf(of) }))]
  const byUrl = new Map<string, { may: string; name: string }>(
    declared.flatMap(({ urls, method, may, name }) =>
      urls.map((url) => [`${method} ${url.replace(/:(\w+)/g, '{$1}')}`, { may, name }] as const),
    ),
  )
  const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: Record<string, Record<string, unknown>> }
  operations = Object.entries(document.paths).flatMap(([whole, item]) =>
    Object.keys(item).map((verb) => {
      const [method, path] = [verb.toUpperCase(), whole.replace(/^\/api/, '')]
      return { method, path, ...(byUrl.get(`${method} ${path}`) ?? { may: 'undeclared', name: `${method} ${path}` }) }
    }),
  )
})

/** Calls that would end or lock the session they are made with. */
const ending = new Set(['session.logout', 'session.lock'])
const unknown = '018f0000-0000-7000-8000-00000000dead'

const ask = async ({ method, path }: Operation, headers: Record<string, string> = {}) => {
  const response = await fetch(`${app.url}/api${path.replace(/\{\w+\}/g, unknown)}${method === 'GET' ? `?id=${unknown}` : ''}`, {
    method,
    headers: { ...(method === 'POST' ? { 'content-type': 'application/json' } : {}), ...headers },
    body: method === 'POST' ? '{}' : undefined,
  })
  const text = await response.text()
  const json = text.startsWith('{') ? (JSON.parse(text) as { error?: string; msg?: string; data?: unknown }) : {}
  return { status: response.status, ...json }
}

describe('every call of the document', () => {
  test('is declared, and without a token only the public ones answer', async () => {
    expect(operations.length).toBeGreaterThan(70)
    expect(operations.filter(({ may }) => may === 'undeclared').map(({ name }) => name)).toEqual([])
    const answers: (Operation & Awaited<ReturnType<typeof ask>>)[] = []
    // Fewer at a time than connections may wait to be accepted.
    for (let at = 0; at < operations.length; at += 100)
      answers.push(...(await Promise.all(operations.slice(at, at + 100).map(async (one) => ({ ...one, ...(await ask(one)) })))))
    // A call with several addresses counts once.
    expect([...new Set(answers.filter(({ status }) => status !== 401).map(({ name }) => name))]).toEqual([
      'session.token',
      'session.captcha',
      'hospital.info',
      'registration.add',
      'registration.addFederated',
      'session.ways',
      'session.federatedBegin',
    ])
    expect(
      answers.filter(
        ({ method, status, error, msg, data }) =>
          status === 401 && method !== 'HEAD' && !(error === 'signed_out' && msg === '请先登录' && data === null),
      ),
    ).toEqual([])
  })

  test.each(['x', '100002', '100002.', `100002.${'a'.repeat(43)}`, `100002' or '1'='1.${'a'.repeat(43)}`, `${'1'.repeat(500)}.x`])(
    'the token %s is refused',
    async (token) => {
      const presented: Record<string, string>[] = [
        { 'blade-auth': `bearer ${token}` },
        { cookie: `eam-access=${encodeURIComponent(token)}`, 'x-eam-client': 'web' },
      ]
      for (const headers of presented)
        for (const one of operations.filter(({ path }) => /device\/(list|submit|seal)$|user\/info$/.test(path)))
          expect([one.name, (await ask(one, headers)).status]).toEqual([one.name, 401])
    },
  )

  test.each(Object.keys(defaultRoles) as (keyof typeof defaultRoles)[])(
    'is refused to or open for %s as the role says, before anything is looked for',
    async (role) => {
      const { headers } = await app.signIn(home.tenant, role)
      const granted = new Set(rightsIn(home.tenant, (defaultRoles as Record<string, DefaultRole>)[role]!))
      const wrong: string[] = []
      for (const one of operations) {
        if (ending.has(one.name) || one.may === 'public') continue
        const { status, error, msg } = await ask(one, headers)
        const open = one.may === 'session' || granted.has(one.may)
        if (open && (status === 401 || (status === 403 && error !== 'identity_mismatch' && one.method !== 'HEAD') || status >= 500))
          wrong.push(`${one.name} is granted and answers ${status}`)
        if (!open && (status !== 403 || error !== 'forbidden')) wrong.push(`${one.name} is not granted and answers ${status}`)
        if (!open && !msg?.includes(rights.get(one.may)!.zh)) wrong.push(`${one.name} does not say which right: ${msg}`)
      }
      expect(wrong).toEqual([])
    },
  )

  test('the wall sees nothing of the hospital, not even through the phone’s feed', async () => {
    const { headers, token } = await app.signIn(home.tenant, 'virtual')
    const open = operations.filter(({ may }) => may === 'session').map(({ name }) => name)
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
        'home.processed',
        'home.uninspected',
        'home.warnings',
        'hospital.select',
        'list.sums',
        'log.historyExport',
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
    expect((await ask({ method: 'GET', path: '/eam/device/list', may: '', name: '' }, headers)).status).toBe(403)
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
