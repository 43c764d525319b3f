import pg from 'pg'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { importCalls } from '#contract/registry.ts'
import { tryAddress } from '#server/runtime/listen.ts'
import type { TestApp } from '#tests/harness/app-for-test.ts'
import { type Client, clientOf, type Page, signInAt } from '#tests/harness/client.ts'
import { holdWrites } from '#tests/harness/hold-writes.ts'
import { sendFile, settled } from '#tests/harness/imports.ts'
import { ended } from '#tests/harness/ledger.ts'
import { Cache, op, push } from '#tests/harness/ops.ts'
import { type Clone, makeClone, type Program } from './clone.ts'
import { type OwnServer, ownServer } from './own-server.ts'

let clone: Clone
let server: OwnServer
let superuser: pg.Pool
let urls: readonly [string, string]
let env: Record<string, string>
let superUrl: string
let programs: Program[]

beforeAll(async () => {
  ;[clone, server] = await Promise.all([makeClone(), ownServer()])
  const made = await server.database('hospital')
  env = { ...made.env, DEMO: 'on', ADMIN_PASSWORD: '', RATE_LIMIT: '0', LOG_LEVEL: 'info' }
  superUrl = made.superUrl
  superuser = new pg.Pool({ connectionString: superUrl, max: 2 })
  // Both at the same moment, on a database without a table.
  programs = await Promise.all(
    [1, 2].map(async () => {
      const port = String(await tryAddress('127.0.0.1', 0))
      return clone.start({ ...env, PORT: port })
    }),
  )
  const [first = '', second = ''] = await Promise.all(programs.map((program) => program.url))
  urls = [first, second]
})
afterAll(async () => {
  await clone.remove()
  await superuser.end()
  await server.stop()
})

/** The same signed-in person at both programs. */
const both = async (account: string): Promise<readonly [Client, Client]> => {
  const one = await signInAt(urls[0], '100001', account)
  const flat = { tenant_id: one.tenant, user_id: one.userId, access_token: one.token, refresh_token: one.refreshToken }
  return [one, clientOf(urls[1], flat)]
}
/** What `begin` queues is taken by a program that the test started itself: the two others stand still meanwhile. */
const withoutOthers = async (begin: () => Promise<void>): Promise<void> => {
  for (const { pid } of programs) process.kill(pid, 'SIGSTOP')
  try {
    await begin()
  } finally {
    for (const { pid } of programs) process.kill(pid, 'SIGCONT')
  }
}
/** Looks up to 1200 times, at least a minute long, whether something has happened; then throws and says how things stand. */
const until = async (what: string, hasHappened: () => Promise<boolean>, state: () => Promise<unknown>): Promise<void> => {
  for (let left = 1200; left > 0; left--) {
    if (await hasHappened()) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`${what}: not so after 1200 looks: ${JSON.stringify(await state())}`)
}
const rows = async (sql: string, values?: unknown[]): Promise<Record<string, unknown>[]> => (await superuser.query(sql, values)).rows

describe('two programs on one database', () => {
  test('create it together, once', async () => {
    expect(await rows(`select count(*)::int as n from schema_migration group by version having count(*) > 1`)).toEqual([])
    expect(await rows(`select count(*)::int as n from tenant where id = '100001'`)).toEqual([{ n: 1 }])
    expect(await rows(`select count(*)::int as n from device where tenant_id = '100001'`)).toEqual([{ n: 602 }])
  })

  test('a session begun at one holds at the other, and ends at both with the next request', async () => {
    const [first, second] = await both('engineer')
    expect((await second.get('/eam/device/list')).status).toBe(200)
    expect((await first.get('/eam/device/list')).status).toBe(200)
    await second.get('/blade-auth/oauth/logout')
    expect((await first.get('/eam/device/list')).status).toBe(401)
    expect((await second.get('/eam/device/list')).status).toBe(401)
  })

  test('what is written at one is in lists, totals, notices and pulls of the other at once', async () => {
    const [manager] = await both('manager')
    const [, keeper] = await both('keeper')
    const [, other] = await both('manager')
    const total = async () => (await other.get<Page>('/eam/device/list', { size: 1 })).data.total
    const unread = async () => (await other.get<number>('/osm/notice/unread-num')).data
    const before = { total: await total(), unread: await unread() }
    const phone = new Cache(keeper)
    await phone.pull()
    const [card] = (await keeper.get<Page>('/eam/device/list', { filingStatus: 'filed' })).data.records

    const made = await manager.post('/eam/device/submit', { deviceName: '两个进程', useDeptId: card!.useDeptId })
    expect(made.status, made.msg).toBe(200)
    const reported = await (await both('keeper'))[0].post('/eam/eventtyperepair/submit', {
      deviceId: card!.id,
      faultDescription: '不能开机',
      urgency: 'urgent',
    })
    expect(reported.status, reported.msg).toBe(200)
    expect(await total()).toBe(before.total + 1)
    expect(Number(await unread())).toBe(Number(before.unread) + 1)
    // A pull brings what no running transaction of the server is older than; the jobs of both programs run beside it.
    const wanted = new Set([made.data.id, reported.data.id])
    while (wanted.size > 0) for (const { id } of await phone.pull()) wanted.delete(id)
  })

  test('one operation that comes to both is done once', async () => {
    const people = await both('manager')
    const sent = await op({ kind: 'device.submit', body: { deviceName: '同一操作' } })
    const results = await Promise.all(people.flatMap((person) => [push(person, sent), push(person, sent)]))
    expect(
      results
        .flat()
        .map(({ outcome }) => outcome)
        .sort(),
    ).toEqual(['done', 'replayed', 'replayed', 'replayed'])
    expect(await rows(`select count(*)::int as n from device where device_name = '同一操作'`)).toEqual([{ n: 1 }])

    const key = { 'idempotency-key': v7() }
    const answers = await Promise.all(people.map((person) => person.post('/eam/device/submit', { deviceName: '同一请求' }, key)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(await rows(`select count(*)::int as n from device where device_name = '同一请求'`)).toEqual([{ n: 1 }])
  })

  test('an import begun at one is followed and written at the other, its file read by both', async () => {
    const [first, second] = await both('admin')
    const sheet = new TextEncoder().encode('科室名称,编码\n两地科,LD\n')
    const source = await sendFile({ url: urls[0] } as TestApp, first, sheet, '科室.csv')
    const begun = await first.post(pathsOf(importCalls.dept.verify)[0]!, { source: [source] })
    expect(begun.status, begun.msg).toBe(200)
    expect(await settled(second, begun.data.id)).toMatchObject({ status: 'verified', newCount: 1, faultyCount: 0 })
    const written = await second.post(pathsOf(importCalls.dept.write)[0]!, { id: begun.data.id })
    expect(written.status, written.msg).toBe(200)
    expect(await settled(first, begun.data.id)).toMatchObject({ status: 'done', writtenCount: 1 })
    for (const person of [first, second]) {
      const marked = await person.file('/eam/import-job/marked', { id: begun.data.id })
      expect([marked.status, new TextDecoder().decode(marked.bytes)]).toEqual([200, expect.stringContaining('两地科')])
    }
  })

  test('an import whose program is killed in the middle of writing leaves no partial data, and is finished by another on its own, each row once', async () => {
    const third = await clone.start({ ...env, PORT: String(await tryAddress('127.0.0.1', 0)) })
    const there = await signInAt(await third.url, '100001', 'admin')
    const [here] = await both('admin')
    const lines = Array.from({ length: 1200 }, (_, index) => `半途机${index},HALF-${index}`)
    const sheet = new TextEncoder().encode(['设备名称,出厂编号', ...lines].join('\n'))
    const source = await sendFile({ url: await third.url } as TestApp, there, sheet, '台账.csv')
    const { data: job } = await there.post(pathsOf(importCalls.device.verify)[0]!, { source: [source] })
    expect(await settled(there, job.id)).toMatchObject({ status: 'verified', newCount: 1200, faultyCount: 0 })
    const left = () =>
      rows(`select (select count(*) from device where device_name like '半途机%')::int as cards, (select count(*) from import_row where job_id = '${job.id}')::int as kept,
        (select count(*) from audit_event e where e.entity = 'device' and e.changes::text like '%半途机%')::int as events, (select sum(n) from device_count where tenant_id = '100001' and dim = '')::int as counted`)
    const [before] = await left()
    // A thousand cards are written when it comes to this one.
    const held = await holdWrites({ sql: rows, database: { superUrl } }, 'device', `new.device_name = '半途机1100'`)
    await withoutOthers(async () => {
      expect((await there.post(pathsOf(importCalls.device.write)[0]!, { id: job.id })).status).toBe(200)
      await held.reached()
    })
    await third.end('SIGKILL')
    await held.release()
    // No person starts it again.
    expect(await settled(here, job.id)).toMatchObject({ status: 'done', writtenCount: 1200 })
    expect(await left()).toEqual([{ cards: 1200, kept: 1200, events: 1200, counted: Number(before!.counted) + 1200 }])
    const ended = `select status, attempt, lost from background_job where input->>'jobId' = '${job.id}' order by id desc limit 1`
    expect(await rows(ended)).toEqual([{ status: 'done', attempt: 2, lost: 1 }])
    expect(await rows(`select count(*)::int as n from notice where kind = 'import_ended' and target_id = '${job.id}'`)).toEqual([{ n: 1 }])
  })

  test('an approval whose program is killed while it reserves devices is undone as a whole, and is given at another', async () => {
    const port = String(await tryAddress('127.0.0.1', 0))
    const third = await clone.start({ ...env, PORT: port })
    const [, clerk] = await both('warehouse')
    const [, here] = await both('manager')
    const there = await signInAt(await third.url, '100001', 'manager')
    const devices = await rows(
      `select id, use_dept_id from device d where tenant_id = '100001' and eam_status = 'in_stock' and not is_deleted
        and not exists (select 1 from device_hold h where h.tenant_id = d.tenant_id and h.device_id = d.id) limit 3`,
    )
    const [dept] = await rows(`select dept_id from app_user where tenant_id = '100001' and account = 'warehouse'`)
    const made = await clerk.post('/eam/deviceapply/submit', {
      applyTitle: '夜班借用',
      type: 'receive',
      deptId: dept!.dept_id,
      useDeptId: dept!.dept_id,
      lines: devices.map(({ id }) => ({ deviceId: id })),
    })
    expect(made.status, made.msg).toBe(200)
    const id = String(made.data.id)
    expect((await clerk.post('/eam/deviceapply/eventSubmit', { id })).msg).toBe('操作成功')
    const state = () =>
      rows(
        `select a.status, i.instance_status, (select count(*)::int from device_use u where u.tenant_id = a.tenant_id and u.apply_id = a.id) as uses,
          (select count(*)::int from flow_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.task_state = 'agreed') as agreed,
          (select count(*)::int from flow_record r where r.tenant_id = i.tenant_id and r.instance_id = i.id and r.act = 'agree') as records,
          (select count(*)::int from audit_event e where e.tenant_id = a.tenant_id and e.entity_id = a.id and e.verb = 'approve') as events
        from device_apply a join flow_instance i on i.tenant_id = a.tenant_id and i.document_id = a.id::text where a.tenant_id = '100001' and a.id = $1`,
        [id],
      )
    const waiting = [{ status: 'in_approval', instance_status: 'running', uses: 0, agreed: 0, records: 0, events: 0 }]
    expect(await state()).toEqual(waiting)

    const held = await holdWrites({ sql: rows, database: { superUrl } }, 'device_use', `new.apply_id = '${id}'`)
    const answered = there.post('/eam/deviceapply/approve', { id }).catch(() => undefined)
    await held.reached()
    await third.end('SIGKILL')
    await held.release()
    expect(await answered).toBeUndefined()
    expect(await state()).toEqual(waiting)
    // It waits for the lock of the killed program's transaction, which ends with its connection.
    expect((await here.post('/eam/deviceapply/approve', { id })).msg).toBe('操作成功')
    expect(await state()).toEqual([{ status: 'approved', instance_status: 'agreed', uses: 3, agreed: 1, records: 1, events: 1 }])
  })

  test('a month being closed and cards being edited whose program is killed are left as they were; the month is closed by another, the edit sent again goes in once', async () => {
    const third = await clone.start({ ...env, PORT: String(await tryAddress('127.0.0.1', 0)) })
    const there = await signInAt(await third.url, '100001', 'manager')
    const [here] = await both('manager')
    const cards = (
      await rows(
        `select id from device where tenant_id = '100001' and eam_status in ('in_use', 'in_stock') and not is_deleted order by id limit 200`,
      )
    ).map(({ id }) => String(id))
    const left = async () =>
      (
        await rows(
          `select (select count(*)::int from depreciation_record where tenant_id = '100001') as months, (select count(*)::int from depreciation_line where tenant_id = '100001') as lines,
            (select sum(accumulated)::text from device_depreciation where tenant_id = '100001') as charged, (select count(*)::int from device where tenant_id = '100001' and brand = '断电') as branded,
            (select count(*)::int from audit_event where tenant_id = '100001' and entity = 'device' and entity_id = any($1) and changes::text like '%断电%') as events`,
          [cards],
        )
      )[0]!
    const before = await left()
    const app = { sql: rows, database: { superUrl } }
    const month = await holdWrites(app, 'depreciation_line', `new.tenant_id = '100001'`)
    let jobId = ''
    await withoutOthers(async () => {
      const { data } = await there.post('/eam/depreciation-record/create-depreciation-record', { tenantId: '100001' })
      jobId = String(data.jobId)
      await month.reached()
    })
    const edit = await holdWrites(app, 'audit_event', `new.entity_id::text = '${cards.at(-1)}'`)
    const key = { 'idempotency-key': v7() }
    const edited = there.post('/eam/device/batchEdit', { ids: cards, brand: '断电' }, key).catch(() => undefined)
    await edit.reached()
    await third.end('SIGKILL')
    expect(await left()).toEqual(before)
    await Promise.all([month.release(), edit.release()])
    expect(await edited).toBeUndefined()
    // No person closes the month again.
    expect(await ended(here, jobId)).toMatchObject({ status: 'done' })
    for (let time = 0; time < 2; time++)
      expect(await here.post('/eam/device/batchEdit', { ids: cards, brand: '断电' }, key)).toMatchObject({
        data: { changed: cards.length },
      })
    const after = await left()
    expect(after).toMatchObject({ months: Number(before.months) + 1, branded: cards.length, events: cards.length })
    const posted = await rows(
      `select r.card_count, count(distinct l.device_id)::int as cards, count(*)::int as lines, r.charge_total::text as total, sum(l.amount)::text as amount
        from depreciation_record r join depreciation_line l on l.tenant_id = r.tenant_id and l.record_id = r.id
        where r.tenant_id = '100001' group by r.tenant_id, r.id order by r.posted_on desc limit 1`,
    )
    expect(posted).toEqual([
      {
        card_count: posted[0]!.cards,
        cards: posted[0]!.cards,
        lines: Number(after.lines) - Number(before.lines),
        total: posted[0]!.amount,
        amount: posted[0]!.amount,
      },
    ])
    expect(Number(after.charged)).toBeCloseTo(Number(before.charged) + Number(posted[0]!.amount), 2)
    const ends = await rows('select status, attempt, lost from background_job where id = $1', [jobId])
    expect(ends).toEqual([{ status: 'done', attempt: 2, lost: 1 }])
  })

  test('jobs are shared: each is done once, by either process', async () => {
    await superuser.query(`insert into background_job (tenant_id, id, kind, subject, status, input, language, rights)
      select '000000', gen_random_uuid(), 'timed.purge', 'shared', 'waiting', '{}', 'zh', '{}' from generate_series(1, 20)`)
    const states = () => rows(`select status, attempt, count(*)::int as n from background_job where subject = 'shared' group by 1, 2`)
    const isOpen = ({ status }: Record<string, unknown>): boolean => status === 'waiting' || status === 'working'
    await until('shared jobs are done', async () => !(await states()).some(isOpen), states)
    expect(await states()).toEqual([{ status: 'done', attempt: 1, n: 20 }])
  })

  test('a timed job whose moments were missed for days is made up for once, by one of them', async () => {
    const runs = async (): Promise<number> =>
      Number((await rows(`select count(*)::int as n from background_job where kind = 'timed.clearContents'`))[0]!.n)
    const before = await runs()
    await superuser.query(`update timed_job set due_at = now() - interval '5 days' where name = 'clearContents'`)
    const due = async () =>
      (await rows(`select due_at > now() - interval '1 day' as made, outcome from timed_job where name = 'clearContents'`))[0]
    await until('clearContents is made up for', async () => (await due())?.outcome === 'done', due)
    // Both have looked again.
    await new Promise((done) => setTimeout(done, 6000))
    expect(await due()).toEqual({ made: true, outcome: 'done' })
    expect(await runs()).toBe(before + 1)
  })

  test('the logs name every call by its id and no personal data', async () => {
    const [first] = await both('manager')
    await superuser.query(`alter table device add constraint never check (device_name <> '王护士的监护仪')`)
    await first.get('/eam/device/list', { keyword: '王护士13800138000' })
    await signInAt(urls[0], '100001', 'no-such-account', 'a-wrong-password').catch(() => undefined)
    await fetch(`${urls[0]}/api/eam/device/list?keyword=13800138000`, { headers: { 'blade-auth': 'bearer 100001.no-token-of-ours' } })
    await fetch(`${urls[0]}/api/eam/%zz?keyword=13800138000`)
    const failed = await first.post('/eam/device/submit', { deviceName: '王护士的监护仪' })
    expect(failed.status).toBe(500)
    const number = failed.headers.get('x-request-id')
    expect(number).toMatch(/^[0-9a-f]{8}$/)

    expect(await Promise.all(programs.map((program) => program.end('SIGTERM')))).toEqual([0, 0])
    const lines = programs.flatMap((program) =>
      program
        .said()
        .split('\n')
        .filter((line) => line.startsWith('{')),
    )
    expect(lines.filter((line) => line.includes(`"${number}"`) && line.includes('"status":500'))).toHaveLength(1)
    expect(lines.filter((line) => line.includes('"route":"/api/eam/device/list"')).length).toBeGreaterThan(3)
    const persons = [
      '王护士',
      '13800138000',
      '陈科长',
      'no-such-account',
      'a-wrong-password',
      'no-token-of-ours',
      'keyword',
      first.token,
      first.refreshToken,
    ]
    for (const word of persons) expect([word, lines.filter((line) => line.includes(word))]).toEqual([word, []])
  })
})
