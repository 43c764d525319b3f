import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlsOf, verbsOf } from '#contract/kit/entity/entity.ts'
import { errors } from '#contract/kit/errors.ts'
import { entities } from '#contract/registry.ts'
import { rights } from '#contract/rights.ts'
import { type defaultRoles, isPlatformRight } from '#contract/roles.ts'
import { tableName } from '#server/kit/table.ts'
import { openapi } from '#server/openapi.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { type Draft, draftOf } from '#tests/harness/factories.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { own, peopleLab } from '#tests/harness/people.ts'
import { type PlainAnswer, plainRequest } from '#tests/harness/plain-request.ts'
import { dayOfEight, inEighth } from '#tests/harness/quarter.ts'
import { type Ask, asksOf } from './fuzz-asks.ts'
import { declaredPaths, isWriting, type Operation, operationsOf } from './fuzz-operations.ts'
import { stored } from './stored.ts'

/** The same calls in every run; FUZZ_SEED makes others and FUZZ_RUNS makes so many times more. */
const seed = Number(process.env.FUZZ_SEED ?? 20_260_704)
const width = Number(process.env.FUZZ_RUNS ?? 1)

const operations = operationsOf(openapi('test') as never)
/** So many operations of one entity or module together, for the report. */
const together = 8
const everyGroup = [...new Set(operations.map((of) => of.id.split('.')[0]!))].flatMap((name) => {
  const own = operations.filter((of) => of.id.startsWith(`${name}.`))
  return Array.from({ length: Math.ceil(own.length / together) }, (_, at) => own.slice(at * together, (at + 1) * together)).map(
    (some) => [some[0]!.id, some] as const,
  )
})

/** Those of this run: in eight days all are made. */
const groups = inEighth(everyGroup)
const replay = `FUZZ_SEED=${seed} FUZZ_RUNS=${width} TEST_QUARTER=${dayOfEight}`

let app: TestApp
/** A row of the hospital by entity, and one of another hospital. */
const ours: Record<string, string> = {}
const theirs: Record<string, string> = {}
const faults: string[] = []
const recordFault = (kind: string) => (error: unknown) => void faults.push(`${kind}: ${String((error as Error)?.stack ?? error)}`)
const onRejection = recordFault('unhandled rejection')
const onException = recordFault('uncaught exception')
const onWarning = recordFault('warning')

const fillRows = async (client: Client): Promise<void> => {
  const [role] = await app.sql(`select id from role where tenant_id = $1 and role_alias = 'engineer'`, [home.tenant])
  // Some calls remove or stop this user, so that it is none of those who call.
  const user = await client.post('/blade/user/save', { account: 'fuzzed', realName: '人', roleId: role!.id, deptId: home.depts.bones })
  Object.assign(ours, { dept: home.depts.bones, user: user.data.id })
  const give: Record<string, Draft> = { location: { level: 'courtyard' }, customField: { entity: 'device', fieldKind: 'text' } }
  for (const of of [...entities, ...entities])
    if (!ours[of.name] && verbsOf(of).includes('submit')) {
      const { data } = await client.post(
        urlsOf(of, 'submit')[0]!,
        draftOf(of, 7, { links: ours, full: of.name === 'device', give: give[of.name] }),
      )
      if (data?.id) ours[of.name] = data.id
    }
  const report = { deviceId: ours.device, faultDescription: '不开机', urgency: 'normal' }
  ours.repairOrder = (await client.post('/eam/eventtyperepair/save', report)).data.id
  for (const of of entities)
    for (const [tenant, rows] of [
      [home.tenant, ours],
      [other.tenant, theirs],
    ] as const) {
      if (of.table !== 'tenant' || rows[of.name]) continue
      const [row] = await app.sql(`select id from ${tableName(of)} where tenant_id = $1 order by id desc limit 1`, [tenant])
      if (row) rows[of.name] = String(row.id)
    }
  expect(Object.keys(ours).length).toBeGreaterThan(10)
}

beforeAll(async () => {
  process.on('unhandledRejection', onRejection).on('uncaughtExceptionMonitor', onException).on('warning', onWarning)
  app = await startApp()
  const admin = await app.as('administrator')
  clerk = await makeClerk(admin)
  await fillRows(admin)
  console.info(`fuzz: ${replay} (${groups.flatMap(([, some]) => some).length} of ${operations.length} calls)`)
})
afterAll(async () => {
  await app.stop()
  process.off('unhandledRejection', onRejection).off('uncaughtExceptionMonitor', onException).off('warning', onWarning)
})

const inside = /pg_catalog|relation \\?"|column \\?"|"stack"|node_modules|\.ts:\d|SQLSTATE|FST_ERR|syntax error at/
const chinese = /[㐀-鿿]/

/** The problems of an answer; undefined when it is correct. */
const wrongAnswer = (of: Operation, response: PlainAnswer, text: string): string | undefined => {
  if (response.status >= 500) return 'broke'
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (of.method === 'HEAD') return undefined
  if (response.status < 400) {
    if (of.answers === 'file') return response.headers.get('content-disposition') ? undefined : 'a file without a name'
    if (of.answers === 'stream') return /^id: \S+\nevent: \w+\ndata: \{.*\}\n\n$/.test(text) ? undefined : 'no event'
    const body = JSON.parse(text) as Record<string, unknown>
    if (of.answers === 'flat') return typeof body === 'object' ? undefined : 'not flat'
    return body.code === 200 && body.success === true && typeof body.msg === 'string' && 'data' in body ? undefined : 'no envelope'
  }
  if (!isJson) return 'a refusal that is no JSON'
  const body = JSON.parse(text) as Record<string, unknown>
  const msg = String(body.msg ?? '')
  if (body.code !== response.status || body.success !== false || !Object.hasOwn(errors, String(body.error))) return 'no refusal of the list'
  if (!chinese.test(msg) || /undefined|\[object|\{\w+\}/.test(msg)) return 'no sentence'
  if (msg.length > 4000) return 'an endless sentence'
  return inside.test(text) ? 'tells of the inside' : undefined
}

interface Made {
  readonly wrong: string[]
  /** What was refused, to be asked once more alone. */
  readonly refused: Ask[]
}

/** Makes calls, some at a time; of downloads the program makes only a few at once. */
async function make(of: Operation, asks: readonly Ask[], headers: Readonly<Record<string, string>>): Promise<Made> {
  const made: Made = { wrong: [], refused: [] }
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < asks.length) {
      const ask = asks[next++]!
      const at = `${ask.method} ${ask.url.slice(0, 200)} [${ask.what}] ${String(ask.body ?? '').slice(0, 300)}`
      try {
        const response = await plainRequest(`${app.url}${ask.url}`, {
          method: ask.method,
          headers: { ...headers, ...(ask.body === undefined ? {} : { 'content-type': ask.type ?? 'application/json' }) },
          body: ask.body,
          signal: AbortSignal.timeout(10_000),
        })
        const { text } = response
        if (response.status >= 400) made.refused.push(ask)
        const wrong = wrongAnswer(of, response, text)
        if (wrong) made.wrong.push(`${wrong}: ${at} -> ${response.status} ${text.slice(0, 300)}`)
      } catch (error) {
        made.wrong.push(`no answer: ${at} -> ${error} ${(error as Error).cause ?? ''}`)
      }
    }
  }
  await Promise.all(Array.from({ length: of.answers === 'file' ? 2 : 6 }, worker))
  return made
}

/** Tables that refused sign-ins write too: attempts are counted and captchas created. */
const counted = new Set(['sign_in_attempt', 'captcha'])
/** Calls that ask for the password again tell the log of a wrong one, and lock the account after too many. */
const asksPassword = (of: Operation): boolean =>
  ['factor.begin', 'factor.remove', 'passkey.begin', 'passkey.submit', 'passkey.remove'].includes(of.id)
const judged = new Set([...counted, 'access_log', 'app_user'])
const heldBy = (each: readonly Operation[]) => async (): Promise<string> => {
  const leftOut = each.some(asksPassword) ? judged : counted
  return JSON.stringify(Object.entries(await stored(app)).filter(([table]) => !leftOut.has(table)))
}

/** Background work after an answer has ended. */
const settled = async (): Promise<void> => {
  for (;;) {
    const rows = await app.sql(
      `select 1 from import_job where status in ('verifying', 'writing', 'undoing') and alive_at > now() - interval '5 seconds'
        union all select 1 from background_job where status in ('waiting', 'working')`,
    )
    if (rows.length === 0) return
  }
}

/** Makes all calls of an operation, and those that were refused once more by themselves: nothing of what the hospitals hold is another. */
async function fuzz(of: Operation, asks: readonly Ask[], headers: Readonly<Record<string, string>>): Promise<string[]> {
  const held = heldBy([of])
  const before = await held()
  const first = await make(of, asks, headers)
  await settled()
  if ((await held()) === before) return first.wrong
  if (!isWriting(of) || first.refused.length === asks.length) return [...first.wrong, `${of.method} ${of.path} wrote`]
  const between = await held()
  const second = await make(of, first.refused, headers)
  await settled()
  const isQuiet = second.refused.length < first.refused.length || (await held()) === between
  return [...first.wrong, ...second.wrong, ...(isQuiet ? [] : [`${of.method} ${of.path} wrote what it refused`])]
}

/**
 * The same for several operations together, which reads what the hospitals hold once for all of them: most of what a role with few rights sends is
 * refused before it is read.
 */
async function fuzzTogether(
  each: readonly { of: Operation; asks: readonly Ask[] }[],
  headersOf: () => Promise<Headers>,
): Promise<string[]> {
  const wrong: string[] = []
  const taken: { of: Operation; refused: Ask[]; mayWrite: boolean }[] = []
  const held = heldBy(each.map(({ of }) => of))
  const first = await headersOf()
  const before = await held()
  let headers = first
  for (const { of, asks } of each) {
    const made = await make(of, asks, headers)
    wrong.push(...made.wrong)
    taken.push({ of, refused: made.refused, mayWrite: isWriting(of) && made.refused.length < asks.length })
    // A call that ended or locked the session is one that wrote.
    if (taken.at(-1)!.mayWrite) headers = await headersOf()
  }
  await settled()
  const after = await held()
  if (after === before) return wrong
  const names = each.map(({ of }) => `${of.method} ${of.path}`).join(', ')
  if (taken.every(({ mayWrite }) => !mayWrite)) return [...wrong, `one of ${names} wrote`]
  const between = await held()
  let isOpen = false
  for (const { of, refused } of taken) {
    const second = await make(of, refused, headers)
    wrong.push(...second.wrong)
    isOpen ||= second.refused.length < refused.length
  }
  await settled()
  return isOpen || (await held()) === between ? wrong : [...wrong, `one of ${names} wrote what it refused`]
}

type Headers = Record<string, string>
type Who = keyof typeof defaultRoles | 'clerk' | 'visitor' | 'platform'
interface Share {
  readonly share: number
  readonly most: number
  /** Operations are made together, not one by one. */
  readonly isTogether?: boolean
}
/** Most of what the others send is refused before it is read. Who may remove rows comes last, so that the others find them. */
const few: Share = { share: 0.1, most: width, isTogether: true }
const shares: Readonly<Record<Who, Share>> = {
  visitor: few,
  virtual: few,
  provider_engineer: few,
  auditor: few,
  warehouse_keeper: few,
  head: few,
  engineer: few,
  keeper: { ...few, share: 0.3, most: 5 * width },
  clerk: few,
  equipment_manager: few,
  administrator: { share: 1, most: 400 },
  platform: { share: 1, most: 20 * width },
}

/** A person with every right except those over people, limited to departments: queries that join people must not treat that list as open. */
const makeClerk = async (admin: Client): Promise<string> => {
  const lab = await peopleLab(app, () => admin)
  const may = [...rights.keys()].filter((right) => !isPlatformRight(right) && !right.startsWith('user.'))
  return (await lab.clerk(may, 'below')).account
}

const known = new Map<Who, Client>()
let clerk: string
/** A session of theirs that lasts: some calls end it or lock it. */
const headersOf = async (who: Who): Promise<Headers> => {
  if (who === 'visitor') return {}
  const client = known.get(who)
  if (client && (await client.get('/blade/menu/routes')).status === 200) return { ...client.headers }
  await app.sql('delete from sign_in_attempt')
  const signIn = { platform: () => app.signIn('000000', 'admin', 'admin'), clerk: () => app.signIn(home.tenant, clerk, own) }
  const fresh = await (who === 'platform' || who === 'clerk' ? signIn[who]() : app.signIn(home.tenant, who))
  known.set(who, fresh)
  return { ...fresh.headers }
}

test('the document holds every declared address', () => {
  const documented = new Set(operations.map((of) => of.path))
  expect(declaredPaths().filter((path) => !documented.has(path))).toEqual([])
  expect(operations.length).toBeGreaterThan(200)
})

describe.each(Object.keys(shares) as Who[])(
  'every input of %s is answered or refused with a message, and refused input is not written',
  (who) => {
    // What belongs to no hospital is open to the administrator of the platform alone.
    test.each(who === 'platform' ? everyGroup.filter(([name]) => name.startsWith('hospital.')) : groups)(
      '%s and those after it',
      async (_, group) => {
        const { isTogether, ...share } = shares[who]
        const each = group.map((of) => ({ of, asks: asksOf(of, { seed: `${seed} ${of.id} ${who}`, width, ours, theirs, ...share }) }))
        for (const { of, asks } of each) expect(asks.length, of.id).toBeGreaterThan(0)
        const wrong: string[] = []
        if (isTogether) wrong.push(...(await fuzzTogether(each, () => headersOf(who))))
        else for (const { of, asks } of each) wrong.push(...(await fuzz(of, asks, await headersOf(who))))
        expect(wrong, replay).toEqual([])
        expect(faults).toEqual([])
      },
    )
  },
)
