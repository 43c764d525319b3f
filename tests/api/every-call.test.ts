import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataScopes } from '#contract/kit/access/scope-kind.ts'
import { rights } from '#contract/rights.ts'
import { type DefaultRole, defaultRoles, isPlatformRight, rightsIn } from '#contract/roles.ts'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { own, peopleLab } from '#tests/harness/people.ts'
import { inHalf } from '#tests/harness/quarter.ts'
import {
  type Ask,
  askAll,
  changedBy,
  declarationOf,
  emptyAsk,
  foreignAsks,
  lineOf,
  operations,
  portions,
  type Told,
} from './every-call-asks.ts'
import { departmentRows, familyRows, grantOnly, heldBy, type Rows, secret } from './every-call-rows.ts'
import { rightReading } from './fuzz-asks.ts'
import { namedBy, type Operation, rightObject } from './fuzz-operations.ts'
import { stored } from './stored.ts'

// Each call of the OpenAPI document is made by each kind of person: each default role and reach makes half of them in a run, in four days all. The parts of
// this file share one hospital, in this order.

const app = await appForFile({ env: { PUBLIC_URL: 'https://eam.example.org' } })

interface Body {
  readonly error?: string
  readonly msg?: string
  readonly data?: unknown
}
const bodyOf = (text: string): Body => (text.startsWith('{') ? (JSON.parse(text) as Body) : {})

/** Some of a list at a time, named by the first of them. */
const portionsOf = <T>(all: readonly T[], most: number, nameOf: (one: T) => string) =>
  portions(all, most).map((some) => [nameOf(some[0]!), some] as const)

/** Calls that would end or lock the session they are made with. */
const ending = new Set(['session.logout', 'session.logoutByPost', 'session.lock'])

describe('without rows', () => {
  test('every call is declared, and without a token only the public ones answer', async () => {
    const served = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: Record<string, object> }
    const addresses = Object.entries(served.paths).flatMap(([path, item]) =>
      Object.keys(item).map((verb) => `${verb.toUpperCase()} ${path}`),
    )
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(addresses.sort())
    expect(operations.length).toBeGreaterThan(70)
    expect(operations.map(declarationOf).filter(({ may }) => may === 'undeclared')).toEqual([])
    const told = await askAll(app.url, operations.map(emptyAsk))
    // A call with several addresses counts once.
    const answered = new Set(told.filter(({ status }) => status !== 401).map(({ ask }) => declarationOf(ask.of).name))
    expect([...answered].sort()).toEqual(
      [
        'due.feedFile',
        'session.token',
        'session.captcha',
        'hospital.info',
        'registration.add',
        'registration.addFederated',
        'session.ways',
        'session.help',
        'session.forgot',
        'session.resetForgotten',
        'session.federatedBegin',
      ].sort(),
    )
    const signedOut = ({ text }: Told): boolean => {
      const { error, msg, data } = bodyOf(text)
      return error === 'signed_out' && msg === '请先登录' && data === null
    }
    const wrong = told.filter((one) => one.status === 401 && one.ask.of.method !== 'HEAD' && !signedOut(one))
    expect(wrong.map(lineOf)).toEqual([])
  })

  describe.each((Object.keys(defaultRoles) as (keyof typeof defaultRoles)[]).map((role, at) => [role, at] as const))(
    'every call is refused to or open for %s as the role says, before anything is looked for, and refused it writes nothing',
    (role, place) => {
      test.each(portionsOf(inHalf(operations, place), 160, ({ id }) => id))('%s and those after it', async (_first, calls) => {
        const { headers } = await app.as(role)
        const granted = new Set(rightsIn(home.tenant, (defaultRoles as Record<string, DefaultRole>)[role]!))
        const asked = calls
          .map((of) => ({ of, ...declarationOf(of) }))
          .filter(({ name, may }) => !ending.has(name) && may !== 'public')
          .map(({ of, may, name }) => ({ ask: emptyAsk(of), may, name, open: may === 'session' || granted.has(may) }))
        const factsOf = new Map(asked.map((one) => [one.ask, one]))
        const wrong: string[] = []
        const make = async (asks: readonly Ask[]): Promise<Told[]> => {
          const told = await askAll(app.url, asks, headers)
          for (const { ask, status, text } of told) {
            const { name, may, open } = factsOf.get(ask)!
            const { error, msg } = bodyOf(text)
            if (open && (status === 401 || (status === 403 && error !== 'identity_mismatch' && ask.of.method !== 'HEAD') || status >= 500))
              wrong.push(`${name} is granted and answers ${status}`)
            if (!open && (status !== 403 || error !== 'forbidden')) wrong.push(`${name} is not granted and answers ${status}`)
            if (!open && !msg?.includes(rights.get(may)!.zh)) wrong.push(`${name} does not say which right: ${msg}`)
          }
          return told
        }
        const closed = asked.filter(({ open }) => !open).map(({ ask }) => ask)
        const writing = await changedBy(closed, make, async () => JSON.stringify(await stored(app)))
        await make(asked.filter(({ open }) => open).map(({ ask }) => ask))
        expect([...new Set(wrong)]).toEqual([])
        expect(writing).toEqual([])
      })
    },
  )
})

describe('with rows', () => {
  let bones: Rows
  let medicine: Rows
  /** A row of every family. */
  let rows: Rows
  beforeAll(async () => {
    bones = await departmentRows(app, home.depts.bones, '骨科自己的')
    medicine = await departmentRows(app, home.depts.medicine, secret)
    const [role] = await app.sql(`select id from role where tenant_id = $1 and role_alias = 'virtual'`, [home.tenant])
    rows = await familyRows(app, { dept: home.depts.bones, user: home.users.engineer, role: String(role!.id) })
  })

  const reading = operations.filter(({ method, id }) => method === 'GET' && !id.startsWith('session.logout'))
  /** The request of each call that reads, naming rows that are there. */
  const readings = (ours: Rows, calls = reading): Ask[] => calls.map((of) => ({ of, url: rightReading(of, ours).url }))

  test('rows of 内科 are sent to their own people, which proves that a leak would be found', async () => {
    const { headers } = await app.as('administrator')
    const list = operations.find(({ id }) => id === 'device.list')!
    const [told] = await askAll(app.url, [{ of: list, url: `${list.path}?keyword=${encodeURIComponent(secret)}` }], headers)
    expect(told!.text).toContain(secret)
  })

  describe('a role that holds one right and no other', () => {
    const clerks: { roleId: string; client: Client }[] = []
    beforeAll(async () => {
      const admin = await app.as('administrator')
      const lab = await peopleLab(app, () => admin)
      for (const reach of Object.keys(dataScopes)) {
        const { alias, account } = await lab.clerk([])
        const roleId = lab.roles[alias]!
        await writeAs(app.pool, home.tenant, (tx) =>
          tx.run({ text: 'update role set reach = $3 where tenant_id = $1 and id = $2', values: [home.tenant, roleId, reach] }),
        )
        clerks.push({ roleId, client: await app.signIn(home.tenant, account, own) })
      }
    })

    const byRight = new Map<string, Operation[]>()
    for (const of of reading) {
      const { may } = declarationOf(of)
      if (may !== 'public') byRight.set(may, [...(byRight.get(may) ?? []), of])
    }
    test.each(portionsOf([...byRight], 20, ([right]) => right))(
      'is answered by each call that reads and asks for that right, with any reach: %s and those after it',
      async (_first, some) => {
        expect(reading.length).toBeGreaterThan(80)
        expect(clerks).toHaveLength(5)
        const wrong: string[] = []
        for (const [at, [right, calls]] of some.entries()) {
          await grantOnly(
            app,
            clerks.map(({ roleId }) => roleId),
            right === 'session' ? [] : [right],
          )
          const asks = readings({ ...rows, role: clerks[0]!.roleId }, calls)
          const told = await askAll(
            app.url,
            clerks.flatMap(({ client }, place) => inHalf(asks, at + place).map((ask) => ({ ...ask, headers: client.headers }))),
          )
          wrong.push(...told.flatMap((one) => (one.status >= 500 || one.status === 401 ? [lineOf(one)] : [])))
        }
        expect(wrong).toEqual([])
      },
    )
  })

  test.each([
    ['the administrator', 0, () => app.as('administrator')],
    ['the administrator of the platform', 1, () => app.signIn('000000', 'admin', 'admin')],
  ] as const)('a field of a body that no call knows is never passed over for %s', async (_, place, who) => {
    const idOf = (of: Operation) => (name: string) =>
      rows[namedBy.get(name) ?? ''] ?? (/^ids?$/.test(name) ? rows[of.id.split('.')[0]!] : undefined)
    // Phones of another version may say more when they pull.
    const posts = operations.filter(({ method, id }) => method === 'POST' && !id.startsWith('sync.'))
    const asks = inHalf(posts, place).map((of): Ask => {
      const own = idOf(of)
      const given = JSON.parse(rightObject(of.fields ?? [], own)) as Record<string, unknown>
      const [id] = [own('id')]
      const named = Object.fromEntries(
        [...(of.fields ?? []), ...of.query].flatMap(({ name }) => (/^ids?$/.test(name) && id ? [[name, id]] : [])),
      )
      return { of, url: of.path, body: JSON.stringify({ ...given, ...named, unheardOf: 1 }) }
    })
    expect(asks.length).toBeGreaterThan(80)
    const { headers } = await who()
    expect((await askAll(app.url, asks, headers)).filter(({ status }) => status < 400).map(lineOf)).toEqual([])
  })

  describe('fields that a hospital hides', () => {
    const marks = { manufacturer: '隐藏厂', assetsCode: 'GZ-HIDDEN-77', originalValue: '918273.45' }
    const show = async (isShow: 0 | 1): Promise<void> => {
      const fields = Object.keys(marks).map((fieldCode) => ({ fieldCode, isShow }))
      const admin = await app.as('administrator')
      expect((await admin.post('/osm/industry-config/tenant-update', { entity: 'device', fields })).status).toBe(200)
    }
    const told = async (device: string): Promise<string[]> => {
      const asks = readings(
        { ...rows, device },
        reading.filter(({ answers }) => answers !== 'stream'),
      ).map((ask) => ({
        ...ask,
        url: ask.of.query.some(({ name }) => name === 'format') ? `${ask.url}${ask.url.includes('?') ? '&' : '?'}format=csv` : ask.url,
      }))
      const all = await askAll(app.url, asks, (await app.as('administrator')).headers)
      return all.flatMap(({ ask, text }) => {
        const found = Object.values(marks).filter((mark) => text.includes(mark))
        return found.length > 0 ? [`${ask.of.id} ${ask.url} ${found.join()}`] : []
      })
    }
    let device: string
    beforeAll(async () => {
      const draft = { deviceName: '隐藏字段泵', useDeptId: home.depts.bones, ...marks }
      const answer = await (await app.as('administrator')).post<Row>('/eam/device/submit', draft)
      expect(answer.status, answer.msg).toBe(200)
      device = answer.data.id
    })
    afterAll(() => show(1))

    test('stand in no answer of any call that reads', async () => {
      await show(0)
      expect(await told(device)).toEqual([])
    })
  })

  describe('of another department', () => {
    /**
     * What tells names of devices across departments: an application may ask for the free device and set of any department, and people see their own
     * reports of any device, which the walk makes on the spot before it asks for ended repairs.
     */
    const acrossDepartments = new Set(['deviceApply.devices', 'deviceApply.sets', 'repairOrder.ended'])
    /** Lists of repairs, which hold the reports that the walk has made as the person. */
    const ownReports = new Set(['repairOrder.list', 'area.yearWork'])
    const within = operations.filter((one) => !one.isPublic && !/logout|lock$/i.test(one.id))
    beforeAll(() =>
      // The keeper may do everything, in 外科 and below.
      writeAs(app.pool, home.tenant, async (tx) => {
        tx.later({
          text: `insert into role_grant (tenant_id, role_id, right_code) select tenant_id, id, unnest($2::text[]) from role
            where tenant_id = $1 and role_alias = 'keeper' on conflict do nothing`,
          values: [home.tenant, [...rights.keys()]],
        })
      }),
    )

    describe.each([
      ['a keeper of another department who may do everything there', () => app.as('keeper')],
      ['the administrator of the neighbour hospital', () => app.as('administrator', other)],
    ] as const)('rows of 内科 are neither told to nor changed by %s, whichever call names them', (_, who) => {
      const reported = new Set<string>()
      const makeAs =
        (client: Client, open = new Set<string>()) =>
        async (asks: readonly Ask[]): Promise<Told[]> => {
          const told = await askAll(app.url, asks, client.headers)
          for (const one of told) {
            const { of } = one.ask
            if (one.status !== 401 && one.status !== 403) open.add(`${of.method} ${of.path}`)
            const text = one.text.replaceAll(encodeURIComponent(secret), '')
            if (text.includes(secret) || one.status >= 500) reported.add(lineOf({ ...one, text }))
          }
          return told
        }
      const closedTo = (client: Client, calls: readonly Operation[]) =>
        client.tenant === other.tenant ? calls : calls.filter((one) => !acrossDepartments.has(one.id))
      beforeEach(() => reported.clear())

      test.each(portionsOf(within, 130, ({ id }) => id))('%s and those after it', async (_first, calls) => {
        const client = await who()
        const closed = closedTo(client, calls)
        const open = new Set<string>()
        const make = makeAs(client, open)
        const asks = closed.flatMap((of) => foreignAsks(of, bones, medicine, secret))
        const changing = await changedBy(asks, make, async () => {
          const held = await heldBy(app, medicine)
          expect(held.filter(([, found]) => found.length === 0).map(([name]) => name)).toEqual(['checkReview'])
          return JSON.stringify(held)
        })
        expect([...reported]).toEqual([])
        expect(changing).toEqual([])
        // The calls were answered, not refused up front; those of the platform's own people are.
        expect(open.size).toBeGreaterThan(calls.filter((one) => !isPlatformRight(one.id)).length * 0.7)
      })

      test('nor are they shown by lists after all these requests, which may have put one into a row of the person', async () => {
        const client = await who()
        const paged = closedTo(client, within).filter(({ method, query }) => method === 'GET' && query.some(({ name }) => name === 'size'))
        const lists = paged.filter(({ id }) => client.tenant === other.tenant || !ownReports.has(id))
        expect(lists.length).toBeGreaterThan(50)
        await makeAs(client)(lists.map((of) => ({ of, url: `${of.path.replace(/\{\w+\}/g, bones.device!)}?size=200` })))
        expect([...reported]).toEqual([])
      })
    })
  })
})
