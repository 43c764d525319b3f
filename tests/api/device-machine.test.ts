import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deviceFiling, deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { deviceStates, filingStates } from '#contract/entities/asset/device/device-states.ts'
import { type Step, sourcesOf } from '#contract/kit/entity/machine.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { raise } from '#tests/harness/inner-steps.ts'
import '#tests/harness/same-values.ts'

const app = await appForFile()
const admin = await app.as('administrator')

type State = keyof typeof deviceStates
type Name = keyof typeof deviceState.steps
const steps: Readonly<Record<string, Step>> = deviceState.steps
const url = '/eam/device'
const add = async () => (await admin.post(`${url}/submit`, { deviceName: '监护仪' })).data.id
const detail = async (id: string) => (await admin.get(`${url}/detail`, { id })).data
const run = (id: string, name: Name) => raise(app, admin, deviceState, name, id)
const seal = (id: string, more = {}) => admin.post(`${url}/seal`, { id, reason: '少用', ...more })
const unseal = (id: string, more = {}) => admin.post(`${url}/unseal`, { id, ...more })

/** Steps that bring a new card into a state. */
const ways: Readonly<Record<State, readonly Name[]>> = {
  in_stock: [],
  in_use: ['receive'],
  repairing: ['receive', 'breakDown'],
  lent: ['lend'],
  idle: ['seal'],
  pending_disposal: ['applyDisposal'],
  disposed: ['applyDisposal', 'dispose'],
  missing: ['miss'],
}
const cardIn = async (state: State) => {
  const id = await add()
  for (const name of ways[state]) expect(await run(id, name)).toEqual(expect.any(Number))
  expect((await detail(id)).eamStatus).toBe(state)
  return id
}

interface Event {
  name: string
  from: State
  undone: boolean
}
/** What the table of the domain says: a stack of moves, of which a taking-back undoes the newest standing one. */
class Model {
  state: State = 'in_stock'
  version = 1
  readonly events: Event[] = []
  /** The state after a step, or how it is refused. */
  next(name: Name): { to: State } | { refusal: 'wrong_state' | 'wrong_before' } {
    const step = steps[name]!
    if (!sourcesOf(deviceState, step).includes(this.state)) return { refusal: 'wrong_state' }
    if (typeof step.to === 'string') return { to: step.to as State }
    if ('same' in step.to) return { to: this.state }
    const newest = this.events.filter((event) => !event.undone).at(-1)
    return newest && step.to.before.includes(newest.name) ? { to: newest.from } : { refusal: 'wrong_before' }
  }
  /** The new version, or how the step is refused. */
  go(name: Name): number | string {
    const outcome = this.next(name)
    if ('refusal' in outcome) return outcome.refusal
    const { to } = outcome
    const { to: where } = steps[name]!
    if (typeof where === 'string') this.events.push({ name, from: this.state, undone: false })
    else if (!('same' in where)) this.events.filter((event) => !event.undone).at(-1)!.undone = true
    this.state = to
    this.version++
    return this.version
  }
}

describe('the state of a card', () => {
  test('every step starts from its states and from no other', async () => {
    for (const state of Object.keys(deviceStates) as State[]) {
      const model = new Model()
      for (const name of ways[state]) model.go(name)
      const id = await cardIn(state)
      for (const name of Object.keys(steps) as Name[]) {
        const outcome = model.next(name)
        if ('refusal' in outcome) {
          expect(await run(id, name), `${name} from ${state}`).toBe(outcome.refusal)
          expect(await detail(id)).toMatchObject({ eamStatus: state, version: model.version })
        } else {
          const fresh = await cardIn(state)
          expect(await run(fresh, name), `${name} from ${state}`).toBe(model.version + 1)
          expect(await detail(fresh), `${name} from ${state}`).toMatchObject({ eamStatus: outcome.to, version: model.version + 1 })
        }
      }
    }
  })

  test('a refusal names the state and where the step would be possible', async () => {
    const id = await cardIn('lent')
    expect(await seal(id)).toMatchObject({
      status: 409,
      error: 'wrong_state',
      msg: '当前状态为“借出”，不能“封存”；可以“封存”的状态：在用、在库',
    })
    const english = await admin.post(`${url}/seal`, { id, reason: 'x' }, { 'accept-language': 'en' })
    expect(english.msg).toBe('The state is “Lent”, so “Seal” is not possible. Possible from: In use, In stock')
  })

  test('sealing asks for a reason, unsealing leads back to the state before', async () => {
    for (const state of ['in_stock', 'in_use'] as const) {
      const id = await cardIn(state)
      expect(await seal(id, { reason: '' })).toMatchObject({ status: 400, msg: '原因不能为空' })
      expect((await seal(id)).status).toBe(200)
      expect((await detail(id)).can).toContain('unseal')
      expect((await unseal(id)).status).toBe(200)
      expect((await detail(id)).eamStatus).toBe(state)
      expect((await unseal(id)).error).toBe('wrong_state')
    }
  })

  test('a card missing while sealed comes back sealed, and is then unsealed to where it was', async () => {
    const id = await cardIn('in_use')
    await seal(id)
    expect(await run(id, 'miss')).toEqual(expect.any(Number))
    expect((await unseal(id)).error).toBe('wrong_state')
    expect(await run(id, 'find')).toEqual(expect.any(Number))
    expect((await detail(id)).eamStatus).toBe('idle')
    expect((await unseal(id)).status).toBe(200)
    expect((await detail(id)).eamStatus).toBe('in_use')
    expect((await seal(id)).status).toBe(200)
    expect((await unseal(id)).status).toBe(200)
    expect((await detail(id)).eamStatus).toBe('in_use')
  })

  test('what came last is known although the clock was ahead before', async () => {
    const id = await cardIn('in_use')
    // Ids of events are made by the clock of the program.
    await app.sql(
      `do $$ begin set local session_replication_role = replica;
        update audit_event set id = 'ffffffff-ffff-7fff-bfff-ffffffffffff' where entity_id = '${id}' and verb = 'receive'; end $$`,
    )
    expect((await seal(id)).status).toBe(200)
    expect((await seal(id, { version: 1 })).msg).toContain('医院管理员')
    expect((await unseal(id)).status).toBe(200)
    expect((await detail(id)).eamStatus).toBe('in_use')
  })

  test('a step answers the new version, and its event keeps what was said and which one it takes back', async () => {
    const id = await cardIn('in_use')
    for (const version of ['x', -1, 1.5, [2]]) expect(await seal(id, { version })).toMatchObject({ status: 400, error: 'bad_input' })
    expect((await seal(id, { version: 2 })).data).toEqual({ id, version: 3 })
    const manager = await app.as('equipment_manager')
    expect((await manager.post(`${url}/unseal`, { id, version: '3' })).data).toEqual({ id, version: 4 })
    const events = await app.sql(
      `select id, verb, field, from_state, to_state, undoes, version, changes, input, actor_id from audit_event where entity_id = $1 order by version`,
      [id],
    )
    const [, receive, sealing, unsealing] = events
    const machine = { field: 'eamStatus', changes: null }
    expect(receive).toMatchObject({ ...machine, verb: 'receive', undoes: null, version: 2, input: null })
    expect(sealing).toMatchObject({
      ...machine,
      verb: 'seal',
      from_state: 'in_use',
      to_state: 'idle',
      undoes: null,
      version: 3,
      input: { reason: '少用' },
    })
    expect(unsealing).toMatchObject({
      ...machine,
      verb: 'unseal',
      from_state: 'idle',
      to_state: 'in_use',
      undoes: sealing!.id,
      version: 4,
      input: null,
    })
    expect([sealing!.actor_id, unsealing!.actor_id]).toEqual([admin.userId, manager.userId])
    expect(await app.sql('select updated_by, version, updated_at > created_at as later from device where id = $1', [id])).toEqual([
      { updated_by: manager.userId, version: 4, later: true },
    ])
  })

  test('a step of one row takes neither several nor what it does not ask for', async () => {
    const [one, two] = [await add(), await add()]
    expect(await admin.post(`${url}/seal`, { ids: [one, two], reason: '少用' })).toMatchObject({
      status: 400,
      data: [{ field: 'id', rule: 'required' }],
    })
    expect(await seal(one, { brand: 'x' })).toMatchObject({ status: 400, data: [{ field: 'brand', rule: 'unknown' }] })
    for (const id of [one, two]) expect(await detail(id)).toMatchObject({ eamStatus: 'in_stock', version: 1 })
    await expect(raise(app, admin, deviceState, 'fly', one)).rejects.toThrow('device has no step fly')
  })

  test('idle for a stop is not unsealed, and sealed is not resumed', async () => {
    const [failed, sealed] = [await cardIn('in_use'), await cardIn('in_use')]
    await run(failed, 'stopUse')
    expect(await unseal(failed)).toMatchObject({ status: 409, msg: '当前状态“闲置”不是由“封存”造成的，不能“启封”' })
    expect(await run(failed, 'resumeUse')).toEqual(expect.any(Number))
    await seal(sealed)
    expect(await run(sealed, 'resumeUse')).toBe('wrong_before')
  })

  test('of two steps at the same moment one wins; the other hears who was first', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await add()
      const { version } = await detail(id)
      const manager = await app.as('equipment_manager')
      const answers = await Promise.all([seal(id, { version }), manager.post(`${url}/seal`, { id, version, reason: '备用' })])
      expect(answers.map((one) => one.status).sort()).toEqual([200, 409])
      const loser = answers.find((one) => one.status === 409)!
      expect(loser.error).toBe('stale')
      expect(loser.msg).toMatch(/已被(设备科长|医院管理员)在 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d 修改/)
      expect(await app.sql(`select 1 from audit_event where entity_id = $1 and verb = 'seal'`, [id])).toHaveLength(1)
      expect((await detail(id)).version).toBe(version + 1)
    }
  })

  test('a disposed card is read only', async () => {
    const id = await cardIn('disposed')
    const answer = await admin.post(`${url}/submit`, { id, brand: 'x' })
    expect(answer).toMatchObject({ status: 409, error: 'closed', msg: '当前状态为“已报废”，不能修改或删除' })
    expect((await detail(id)).can).not.toContain('submit')
  })

  test('inner steps have no address, and steps need their right', async () => {
    const id = await add()
    for (const name of ['receive', 'break-down', 'dispose', 'miss']) expect((await admin.post(`${url}/${name}`, { id })).status).toBe(404)
    const engineer = await app.as('engineer')
    expect(await engineer.post(`${url}/seal`, { id, reason: 'x' })).toMatchObject({ status: 403, error: 'forbidden' })
    expect((await detail(id)).version).toBe(1)
  })

  test('any sequence of steps does what the table says', async () => {
    // Stops raise these two, and follow every return: tests/api/device-stops.test.ts.
    const names = (Object.keys(steps) as Name[]).filter((name) => name !== 'stopUse' && name !== 'resumeUse')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...names), { minLength: 5, maxLength: 25 }), async (sequence) => {
        const model = new Model()
        const id = await add()
        for (const name of sequence) {
          const wanted = model.go(name)
          expect(await run(id, name), `${name} to ${model.state}`).toBe(wanted)
        }
        expect(await detail(id)).toMatchObject({ eamStatus: model.state, version: model.version })
        const reported = await app.sql(
          `select from_state, to_state from audit_event where entity_id = $1 and field = 'eamStatus' order by id`,
          [id],
        )
        expect(reported).toHaveLength(model.version - 1)
        for (const [index, event] of reported.entries()) expect(event.from_state).toBe(reported[index - 1]?.to_state ?? 'in_stock')
      }),
      { numRuns: 40 },
    )
  })
})

describe('the filing of a card', () => {
  const filing = ['submitFiling', 'resubmitFiling', 'sureEam', 'filingBack'] as const
  const urls = { submitFiling: 'submit-filing', resubmitFiling: 'resubmit-filing', sureEam: 'sureEam', filingBack: 'filing-back' }
  const file = (id: string, name: (typeof filing)[number]) =>
    admin.post(`${url}/${urls[name]}`, { id, ...(name === 'filingBack' ? { reason: '缺照片' } : {}) })
  const waysTo: Record<keyof typeof filingStates, readonly (typeof filing)[number][]> = {
    draft: [],
    pending: ['submitFiling'],
    returned: ['submitFiling', 'filingBack'],
    filed: ['submitFiling', 'sureEam'],
  }

  test('draft, pending, sent back, pending again, filed: every step from its state only [ASSET-ST-FILE-1] [ASSET-ST-FILE-2]', async () => {
    for (const [state, way] of Object.entries(waysTo))
      for (const name of filing) {
        const id = await add()
        for (const before of way) expect((await file(id, before)).status).toBe(200)
        const step = (deviceFiling.steps as Readonly<Record<string, Step>>)[name]!
        const open = sourcesOf(deviceFiling, step).includes(state)
        const answer = await file(id, name)
        expect(answer.status, `${name} from ${state}`).toBe(open ? 200 : 409)
        if (!open) expect(answer.msg).toContain(filingStates[state as keyof typeof filingStates].zh)
        expect((await detail(id)).filingStatus).toBe(open ? step.to : state)
      }
  })

  test('sending back needs a reason, which the life cycle tells', async () => {
    const id = await add()
    await file(id, 'submitFiling')
    expect(await admin.post(`${url}/filing-back`, { id })).toMatchObject({ status: 400, error: 'bad_input' })
    await file(id, 'filingBack')
    const life = (await admin.get<Page<Row>>('/eam/device-life-cycle/list', { eamDeviceId: id })).data
    expect(life.records[0]?.showContent).toBe('建档状态从 待确认 改为 已退回；缺照片')
    expect((await file(id, 'resubmitFiling')).status).toBe(200)
  })

  test('sureEam takes several ids, all or nothing', async () => {
    const [a, b, c] = [await add(), await add(), await add()]
    for (const id of [a, b]) await file(id, 'submitFiling')
    expect(await admin.post(`${url}/sureEam`, { ids: [a, b, c] })).toMatchObject({ status: 409, error: 'wrong_state' })
    for (const id of [a, b]) expect((await detail(id)).filingStatus).toBe('pending')
    const answer = await admin.post(`${url}/sureEam?ids=${a},${b}`, { version: 1 })
    expect(answer).toMatchObject({ status: 200, data: [a, b].sort().map((id) => ({ id, version: 3 })) })
    await file(c, 'submitFiling')
    expect((await admin.post(`${url}/sureEam`, { id: c })).data).toEqual({ id: c, version: 3 })
    for (const id of [a, b]) expect(await detail(id)).toMatchObject({ filingStatus: 'filed', filingStatusValue: '已建档' })
  })

  test('the two machines do not disturb each other', async () => {
    const id = await add()
    await seal(id)
    await file(id, 'submitFiling')
    expect((await unseal(id)).status).toBe(200)
    expect(await detail(id)).toMatchObject({ eamStatus: 'in_stock', filingStatus: 'pending', version: 4 })
  })
})
