import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Client, Row, TestApp } from './app-for-test.ts'
import { home } from './hospitals.ts'
import { recallRows } from './recalls.ts'

/** Templates, testers and controls for tests, made through the API; throws when refused. */
export function qualityLab(app: TestApp, client: Client, word = '', deptId: string | null = home.depts.bones) {
  let serial = 0
  const paths = { templates: '/eam/quality-template', controls: '/eam/quality-control', cards: '/eam/quality-card' } as const
  const must = async <T = Row>(path: string, body: object, who = client): Promise<T> => {
    const answer = await who.post<T>(path, body)
    if (!answer.success) throw new Error(`${path}: ${answer.status} ${answer.msg}`)
    return answer.data
  }
  const today = homeDay(new Date())
  const points = [
    { pointCode: '1', quantity: '潮气量', unit: 'mL', setValue: 400, toleranceAbs: 20, tolerancePercent: 10, testerKind: '气流分析仪' },
    { pointCode: '2', quantity: '漏电流', unit: 'µA', upperLimit: 100 },
  ]
  const template = async (more: object = {}): Promise<string> =>
    (
      await must(`${paths.templates}/submit`, {
        templateName: `${word}质控模板${++serial}`,
        controlCycle: 1,
        controlCycleUnit: 'year',
        points,
        ...more,
      })
    ).id
  const device = async (more: object = {}): Promise<string> => {
    const { id } = await must('/eam/device/submit', { deviceName: `${word}呼吸机${++serial}`, useDeptId: deptId, ...more })
    await app.sql("update device set eam_status = 'in_use' where id = $1", [id])
    return id
  }
  /** A tester with a certificate of a day; `result` and end as given. */
  const tester = async (finding: object | null = {}): Promise<string> => {
    const id = await device({ deviceName: `${word}分析仪${++serial}` })
    await must('/eam/devicecardmeasure/submit', { deviceId: id, measureKind: 'calibration', measureCycle: 1, measureCycleUnit: 'year' })
    if (finding)
      await must('/eam/eventtypemeasure/supplement', {
        ...{ deviceId: id, measureKind: 'calibration', measuredOn: daysAfter(today, -200), certificateNo: `C-${serial}`, result: 'passed' },
        ...{ validUntil: daysAfter(today, 100), ...finding },
      })
    return id
  }
  const detail = async (id: string, who = client): Promise<Row> => (await who.get<Row>(`${paths.controls}/detail`, { id })).data
  const readingsOf = (row: Row): Row[] => row.readings as unknown as Row[]
  let known: string | undefined
  /** A draft; one tester serves all that name none. */
  const draft = async (deviceId: string, templateId: string, more: object = {}): Promise<string> => {
    known ??= await tester()
    const body = { deviceId, templateId, controlledOn: today, testers: [{ testerId: known }], ...more }
    return (await must(`${paths.controls}/submit`, body)).id
  }
  /** Enters the values of a draft in the order of its points. */
  const measure = async (id: string, values: readonly (number | null)[], who = client): Promise<Row> => {
    const row = await detail(id)
    const readings = readingsOf(row).map((one, at) => ({ id: one.id, measured: values[at] ?? null }))
    return must(`${paths.controls}/record`, { id, version: row.version, readings }, who)
  }
  const good = [400, 50] as const
  const bad = [500, 50] as const
  /** A control that is finished on a day. */
  const finished = async (deviceId: string, templateId: string, values: readonly number[] = good, more: object = {}): Promise<string> => {
    const id = await draft(deviceId, templateId, more)
    await measure(id, values)
    await must(`${paths.controls}/finish`, { id })
    return id
  }
  return { paths, must, today, points, template, device, tester, detail, readingsOf, draft, measure, finished, good, bad }
}

/**
 * A template with a draft and a finished control of a device and its schedule, a draft and a valid statutory inspection and its ledger, a
 * draft and an open recall, made through the API; the words stand in every text, `shared` in the template and the recalls, which are
 * everybody's. Throws when refused.
 */
export async function qualityRows(
  app: TestApp,
  client: Client,
  word: string,
  { device, dept, shared = word }: { readonly device: string; readonly dept: string | null; readonly shared?: string },
): Promise<Record<string, string>> {
  const lab = qualityLab(app, client, word, dept)
  const qualityTemplate = await lab.template({ templateName: `${shared}质控模板` })
  await lab.finished(device, qualityTemplate, lab.good, { note: `${word}质控说明` })
  const qualityControl = await lab.draft(device, qualityTemplate, { note: `${word}质控说明` })
  const inspection = { deviceId: device, inspectionKind: 'special', body: `${word}特检院`, certificateNo: `${word}T-1`, result: 'passed' }
  const days = { inspectedOn: daysAfter(lab.today, -10), validUntil: daysAfter(lab.today, 300) }
  const made = async (): Promise<string> => (await lab.must('/eam/statutory-inspection/submit', { ...inspection, ...days })).id
  await lab.must('/eam/statutory-inspection/finish', { id: await made() })
  const [card] = await app.sql('select id from quality_card where device_id = $1', [device])
  const [ledger] = await app.sql('select id from statutory_card where device_id = $1', [device])
  const statutoryInspection = await made()
  const recalls = await recallRows(app, client, word, { device, shared })
  const cards = { qualityCard: String(card!.id), statutoryCard: String(ledger!.id) }
  return { qualityTemplate, qualityControl, statutoryInspection, ...cards, ...recalls }
}
