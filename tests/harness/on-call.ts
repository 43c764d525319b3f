import type { Client, Row } from './app-for-test.ts'

let serial = 0

/** A rota that the client leads, for a department, with a shift of the client; the words stand in every text. Throws when refused. */
export async function onCallRows(client: Client, word: string, dept: string): Promise<Record<string, string>> {
  const must = async (path: string, body: object): Promise<string> => {
    const answer = await client.post<Row>(path, body)
    if (!answer.success) throw new Error(`${path}: ${answer.status} ${answer.msg}`)
    return String(answer.data.id)
  }
  const onCallRota = await must('/eam/on-call-rota/submit', {
    ...{ rotaName: `${word}值班${++serial}`, depts: [dept], escalateMinutes: 15, leaderId: client.userId, remark: `${word}值班备注` },
  })
  const onCallShift = await must('/eam/on-call-shift/submit', {
    ...{ rotaId: onCallRota, shiftKind: 'weekly', weekday: '1', fromTime: '18:00', toTime: '08:00', validFrom: '2026-01-01' },
    ...{ personId: client.userId, remark: `${word}班次备注` },
  })
  return { onCallRota, onCallShift }
}
