import type { Client, TestApp } from './app-for-test.ts'

/** A published flow with a stopped rule, an approval that waits with a comment, and an absence; answers their ids by entity. */
export async function flowRows(app: TestApp, client: Client, word: string, deputyId: string): Promise<Record<string, string>> {
  const post = async (path: string, body: object): Promise<string> => {
    const answer = await client.post(path, body)
    if (!answer.success) throw new Error(`${path}: ${answer.status} ${answer.msg}`)
    return String(answer.data.id)
  }
  const flowDefinition = await post('/flow/definition/submit', { definitionName: `${word}流程`, approvalKind: 'leave' })
  await post('/flow/definition/publish', { id: flowDefinition })
  const flowBinding = await post('/eam/flow/submit', { flowName: `${word}规则`, approvalKind: 'leave', definitionId: flowDefinition })
  const flowLeave = await post('/blade-desk/process/leave/start-process', {
    reason: `${word}请假`,
    startDate: '2026-03-01',
    endDate: '2026-03-02',
  })
  const [instance] = await app.sql('select id from flow_instance where tenant_id = $1 and document_id = $2', [client.tenant, flowLeave])
  const flowInstance = String(instance!.id)
  const flowComment = await post('/flow/comment/save', { instanceId: flowInstance, content: `${word}评论` })
  const flowAbsence = await post('/flow/absence/submit', {
    userId: client.userId,
    deputyId,
    beginDate: '2020-03-01',
    endDate: '2020-03-02',
    reason: `${word}出差`,
  })
  return { flowDefinition, flowBinding, flowLeave, flowInstance, flowComment, flowAbsence }
}
