import { expect } from 'vitest'
import type { Answer, Client, Page, Row, TestApp } from './app-for-test.ts'
import { home } from './hospitals.ts'

/** A node that these rules ask. */
export const node = (id: string, who: unknown, more: object = {}) => ({ kind: 'approve', id, name: id, who: [who], mode: 'all', ...more })
export const people = (...ids: string[]) => ({ by: 'user', ids })

/** Flows and leaves of all labs of a file are numbered together. */
let serial = 0

/** Flows of the small hospital for documents of a kind, and leaves that are asked for; made through the API. */
export function flowLab(app: TestApp, admin: Client, keeper: Client, approvalKind = 'leave') {
  const must = async <T = Row>(answer: Promise<Answer<T>>): Promise<T> => {
    const given = await answer
    expect(given.status, given.msg).toBe(200)
    return given.data
  }
  const drafted = (nodes: unknown, headers: Record<string, string> = {}) =>
    admin.post<Row>('/flow/definition/submit', { definitionName: `流程${++serial}`, approvalKind, draft: { nodes } }, headers)
  /** Lets a flow of these nodes decide from now on; answers the definition and its rule. */
  const decideBy = async (...nodes: unknown[]): Promise<{ definition: string; rule: string }> => {
    await app.sql(`update flow_binding set flow_status = 'stopped' where tenant_id = $1`, [home.tenant])
    const { id } = await must(drafted(nodes))
    await must(admin.post<Row>('/flow/definition/publish', { id }))
    const rule = await must(admin.post<Row>('/eam/flow/submit', { flowName: `规则${serial}`, approvalKind, definitionId: id }))
    await must(admin.post<Row>('/eam/flow/flow-start-and-stop', { id: rule.id }))
    return { definition: String(id), rule: String(rule.id) }
  }
  /** Asks for a leave; answers the approval. */
  const ask = async (client: Client = keeper): Promise<string> => {
    const leave = { reason: `事由${++serial}`, startDate: '2026-12-01', endDate: '2026-12-01' }
    const { id } = await must(client.post<Row>('/blade-desk/process/leave/start-process', leave))
    return String((await app.sql('select id from flow_instance where tenant_id = $1 and document_id = $2', [home.tenant, id]))[0]!.id)
  }
  type Shown = Row & { nodes: (Row & { tasks: Row[] })[]; records: Row[]; acts: string[] }
  const seen = async (id: string, client: Client = admin) => must(client.get<Shown>('/flow/process-new/detail', { id }))
  /** The people who are asked now. */
  const askedNow = async (id: string) =>
    (await seen(id)).nodes.flatMap(({ tasks }) => tasks.filter(({ taskState }) => taskState === 'open').map(({ userId }) => userId))
  const act = (client: Client, name: string, id: string, more: object = {}) =>
    client.post<Row>(`/flow/process-new/${name}`, { id, ...more })
  const agree = (client: Client, id: string) => act(client, 'audit', id, { type: 'agree' })
  const todo = async (client: Client) =>
    (await client.get<Page>('/blade-flow/work/todo-list', { size: 200 })).data.records.map(({ id }) => id)
  return { must, drafted, decideBy, ask, seen, askedNow, act, agree, todo }
}
