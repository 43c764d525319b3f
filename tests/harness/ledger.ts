import { expect } from 'vitest'
import type { Answer, Client, Page, Row } from './app-for-test.ts'
import { home } from './hospitals.ts'

export interface EndedJob extends Row {
  readonly status: string
  readonly note: string | null
}
type Started = { readonly jobId: string; readonly from: string; readonly to: string }

/** Terms of a card in a book that its list shows on request. */
const columns = 'startDate,openingAmount,openingMonths'

const must = async <T>(work: Promise<Answer<T>>): Promise<T> => {
  const answer = await work
  expect(answer.status, answer.msg).toBe(200)
  return answer.data
}

/** Waits for the end of a job of the person. */
export async function ended(client: Client, id: string): Promise<EndedJob> {
  for (;;) {
    const { records } = await must(client.get<Page<EndedJob>>('/blade-system/job/list', { size: 100 }))
    const job = records.find((one) => one.id === id)!
    if (!['waiting', 'working'].includes(job.status)) return job
    await new Promise((done) => setTimeout(done, 20))
  }
}

/** What tests of the books share, as one person of a small hospital. */
export function ledgerLab(client: Client) {
  const start = (path: string) => async (body: Record<string, unknown>) => {
    const { jobId } = await must(client.post<Started>(path, body))
    return ended(client, jobId)
  }
  return {
    /** A filed card; answers its id. */
    async card(draft: Record<string, unknown>, dept: string = home.depts.bones): Promise<string> {
      const { id } = await must(client.post<Row>('/eam/device/submit', { useDeptId: dept, ...draft }))
      await must(client.post('/eam/device/submit-filing', { id }))
      await must(client.post('/eam/device/sureEam', { ids: id }))
      return id
    },
    book: async (draft: Record<string, unknown>): Promise<string> =>
      (await must(client.post<Row>('/eam/depreciation-rule/submit', draft))).id,
    /** Says something of a card in a book; answers the id of that. */
    terms: async (draft: Record<string, unknown>): Promise<string> =>
      (await must(client.post<Row>('/eam/devicedepreciation/submit', draft))).id,
    close: start('/eam/depreciation-record/create-depreciation-record'),
    repeat: start('/eam/depreciation-record/repeat-depreciation'),
    closeAll: start('/eam/devicedepreciation/accrual-all'),
    /** Lines of a card in the order of months. */
    lines: async (deviceId: string): Promise<Row[]> =>
      (await must(client.get<Page>('/eam/devicedepreciationlist/card-page', { deviceId, size: 200, ascs: 'postedOn' }))).records,
    records: async (ruleId?: string): Promise<Row[]> =>
      (await must(client.get<Page>('/eam/depreciation-record/page', { ruleId, size: 200, ascs: 'postedOn' }))).records,
    inBooks: async (deviceId: string, ruleId?: string): Promise<Row> =>
      (await must(client.get<Page>('/eam/depreciation-record/device-page', { deviceId, ruleId, columns }))).records[0]!,
  }
}
