import { homeDay } from '#contract/kit/time/day.ts'
import type { Client, Page, Row, TestApp } from './app-for-test.ts'
import { home } from './hospitals.ts'

/** Recalls and their devices for tests, made through the API; throws when refused. */
export function recallLab(app: TestApp, client: Client, word = '', deptId: string | null = home.depts.bones) {
  let serial = 0
  const paths = { recalls: '/eam/recall', cases: '/eam/recall-device' } as const
  const today = homeDay(new Date())
  const must = async <T = Row>(path: string, body: object, who = client): Promise<T> => {
    const answer = await who.post<T>(path, body)
    if (!answer.success) throw new Error(`${path}: ${answer.status} ${answer.msg}`)
    return answer.data
  }
  const device = async (more: object = {}, state = 'in_use'): Promise<string> => {
    const { id } = await must('/eam/device/submit', { deviceName: `${word}输液泵${++serial}`, useDeptId: deptId, ...more })
    await app.sql('update device set eam_status = $2 where id = $1', [id, state])
    return id
  }
  /** A text that no other test has, for serial numbers and models. */
  const code = (): string => `${word}RC-${Date.now().toString(36)}-${++serial}`.toUpperCase()
  const notice = { maker: `${word}厂家`, level: 'first', noticeDate: today, cause: `${word}电池过热`, action: 'repair' }
  const draft = async (items: readonly object[], more: object = {}): Promise<string> =>
    (await must(`${paths.recalls}/submit`, { recallTitle: `${word}输液泵召回${++serial}`, ...notice, items, ...more })).id
  const started = async (items: readonly object[], more: object = {}): Promise<string> => {
    const id = await draft(items, more)
    await must(`${paths.recalls}/start`, { id })
    return id
  }
  const casesOf = async (recallId: string, who = client): Promise<Row[]> =>
    (await who.get<Page>(`${paths.cases}/list`, { recallId, size: 200 })).data.records
  const caseOf = async (recallId: string, deviceId: string): Promise<Row> => {
    const [found] = (await client.get<Page>(`${paths.cases}/list`, { recallId, deviceId })).data.records
    if (!found) throw new Error('the recall does not follow the device')
    return found
  }
  return { paths, today, must, device, code, notice, draft, started, casesOf, caseOf }
}

/** A draft and an open recall with a line each and a device that it follows; the words stand in every text of the device. */
export async function recallRows(
  app: TestApp,
  client: Client,
  word: string,
  { device, shared = word }: { readonly device: string; readonly shared?: string },
): Promise<Record<string, string>> {
  const lab = recallLab(app, client, shared)
  const model = lab.code()
  await app.sql('update device set device_model = $2 where id = $1', [device, model])
  const items = [{ matchKind: 'model', matchValue: model }]
  const open = await lab.started(items, { hold: 'no' })
  const recallDevice = await lab.caseOf(open, device)
  await app.sql('update recall_device set reason = $2 where id = $1', [recallDevice.id, `${word}召回`])
  const recall = await lab.draft(items)
  const [item] = await app.sql('select id from recall_item where recall_id = $1', [recall])
  return { recall, recallItem: String(item!.id), recallDevice: recallDevice.id }
}
