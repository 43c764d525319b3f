import type { Client, TestApp } from './app-for-test.ts'

/**
 * A published template with an open and a finished checklist of a device and its record, made through the API; the words stand in every text,
 * `asked` in the template. Throws when refused.
 */
export async function checklistRows(
  app: TestApp,
  client: Client,
  word: string,
  device: string,
  asked = word,
  useKind = 'quality',
): Promise<Record<string, string>> {
  const must = async (path: string, body: object): Promise<string> => {
    const answer = await client.post(path, body)
    if (!answer.success) throw new Error(`${path}: ${answer.status} ${answer.msg}`)
    return String(answer.data.id)
  }
  const items = [{ itemText: `${asked}项目`, itemKind: 'text' }]
  const checklistTemplate = await must('/eam/eamdeviceinspection/submit', { templateName: `${asked}检查表`, useKind, items })
  await must('/eam/eamdeviceinspection/publish', { id: checklistTemplate })
  const task = (): Promise<string> =>
    must('/eam/eamdeviceinspectionlist/submit', {
      ...{ deviceId: device, templateId: checklistTemplate, remark: `${word}检查备注`, answers: { 1: `${word}答案` } },
    })
  const finished = await task()
  await must('/eam/eamdeviceinspectionlist/finish', { id: finished })
  const [record] = await app.sql('select id from checklist_record where task_id = $1', [finished])
  const checklistTask = await task()
  return { checklistTemplate, checklistTask, checklistRecord: String(record!.id) }
}
