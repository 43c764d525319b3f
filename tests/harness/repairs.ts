import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import type { repairStates } from '#contract/entities/service/repair-states.ts'
import type { Client, Row, TestApp } from './app-for-test.ts'
import { home } from './hospitals.ts'
import { raise } from './inner-steps.ts'

const url = '/eam/eventtyperepair'
type State = keyof typeof repairStates

/** Cards and orders of the small hospital for tests, made through the API; setup steps throw when refused. */
export function repairs(app: TestApp, admin: Client) {
  let serial = 0
  const result = { diagnosis: '电源板故障', measures: '更换电源板' }
  const urlOf = (step: string) => `${url}/${step.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const must = async (client: Client, path: string, body: object) => {
    const answer = await client.post(path, body)
    if (!answer.success) throw new Error(`${path}: ${answer.status} ${answer.msg}`)
    return answer.data
  }
  /** A card of 骨科 that is in use, or wherever the steps bring it. */
  const card = async (steps: readonly string[] = ['receive'], more: object = {}): Promise<string> => {
    const { id } = await must(admin, '/eam/device/submit', { deviceName: `监护仪${++serial}`, useDeptId: home.depts.bones, ...more })
    for (const name of steps) if (typeof (await raise(app, admin, deviceState, name, id)) !== 'number') throw new Error(`${name} refused`)
    return id
  }
  const report = async (client: Client, deviceId: string, more: object = {}): Promise<string> =>
    (await must(client, `${url}/save`, { deviceId, faultDescription: '不开机', urgency: 'normal', ...more })).id
  const go = (client: Client, step: string, id: string, input: object = {}) => must(client, urlOf(step), { id, ...input })
  const provider = async (): Promise<string> =>
    (await must(admin, '/eam/supplierinfo/submit', { supplierName: `修理公司${++serial}`, supplierKind: 'service' })).id
  const ways: Readonly<Record<State, readonly [step: string, input?: object][]>> = {
    reported: [],
    accepted: [['accept']],
    assigned: [['assign']],
    working: [['accept'], ['arrive']],
    waiting: [['accept'], ['arrive'], ['wait', { reason: '等件' }]],
    outside: [['accept'], ['arrive'], ['sendOut']],
    finished: [['accept'], ['arrive'], ['finish', result]],
    returned: [['accept'], ['arrive'], ['finish', result], ['sendBack', { reason: '没好' }]],
    done: [['accept'], ['arrive'], ['finish', result], ['check', { rating: 4 }]],
    scrapped: [['accept'], ['arrive'], ['scrap', { reason: '太旧' }]],
    cancelled: [['cancel']],
  }
  /** An order of the keeper in a state, with the engineer in charge from the acceptance on. */
  const at = async (state: State, deviceId: string): Promise<string> => {
    const [keeper, engineer, manager] = [await app.as('keeper'), await app.as('engineer'), await app.as('equipment_manager')]
    const id = await report(keeper, deviceId)
    for (const [step, input = {}] of ways[state]) {
      const client = ['sendBack', 'check', 'cancel'].includes(step) ? keeper : step === 'assign' ? manager : engineer
      const more =
        step === 'assign' ? { engineerId: engineer.userId } : step === 'sendOut' ? { providerId: await provider(), reason: '主板' } : input
      await go(client, step, id, more)
    }
    return id
  }
  return {
    result,
    card,
    report,
    go,
    at,
    provider,
    /** A part in stock. */
    stock: async (deviceId: string, quantity: number, unitPrice: string): Promise<string> =>
      (await must(admin, '/eam/deviceparts/submit', { partName: '电池', deviceId, quantity, unitPrice })).id,
    anyPart: async (): Promise<string> => (await must(admin, '/eam/deviceparts/submit', { partName: '外', quantity: 9 })).id,
    detail: async (id: string, client = admin): Promise<Row> => (await client.get(`${url}/detail`, { id })).data,
    /** The notices of an order: `kind person`, sorted. */
    notices: async (id: string): Promise<string[]> =>
      (
        await app.sql('select n.kind, u.account from notice n join app_user u on u.id = n.user_id where n.target_id = $1 order by 1, 2', [
          id,
        ])
      ).map((row) => `${row.kind} ${row.account}`),
  }
}
