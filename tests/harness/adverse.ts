import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Client, Row } from './app-for-test.ts'

export const adverseUrl = '/eam/adverse-event'

/** A time some hours ago, ISO 8601. */
export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()

/** Adverse events made through the API; throws when refused. `word` stands in every text. */
export function adverseLab(client: Client, word = '') {
  const must = async (path: string, body: object, who = client): Promise<Row> => {
    const answer = await who.post<Row>(path, body)
    if (!answer.success) throw new Error(`${path}: ${answer.status} ${answer.msg}`)
    return answer.data
  }
  const today = homeDay(new Date())
  const facts = {
    ...{ harmLevel: 'serious', eventDay: daysAfter(today, -2), awareAt: hoursAgo(2) },
    ...{ description: `${word}输注中流量异常`, effect: `${word}延误治疗`, useProcess: `${word}常规输注`, causes: `${word}泵门松动` },
  } as const
  const go = (step: string, id: string, input: object = {}, who = client) => must(`${adverseUrl}/${step}`, { id, ...input }, who)
  const draft = async (deviceId: string, more: object = {}, who = client): Promise<string> =>
    (await must(`${adverseUrl}/submit`, { ...facts, deviceId, ...more }, who)).id
  const sent = async (deviceId: string, more: object = {}, who = client): Promise<string> => {
    const id = await draft(deviceId, more, who)
    await go('send', id, {}, who)
    return id
  }
  const reviewed = async (deviceId: string, more: object = {}): Promise<string> => {
    const id = await sent(deviceId, more)
    await go('review', id)
    return id
  }
  const reported = async (deviceId: string, more: object = {}, reportedAt = hoursAgo(1)): Promise<string> => {
    const id = await reviewed(deviceId, more)
    await go('report', id, { reportedAt, monitorNo: `${word}YX-1` })
    return id
  }
  const detail = async (id: string, who = client): Promise<Row> => (await who.get<Row>(`${adverseUrl}/detail`, { id })).data
  return { must, today, facts, go, draft, sent, reviewed, reported, detail }
}

/** A draft of an adverse event, and a reported event of a group with a follow-up; the word stands in every text. Throws when refused. */
export async function adverseRows(client: Client, word: string, device: string): Promise<Record<string, string>> {
  const lab = adverseLab(client, word)
  const group = await lab.reported(device, { isGroup: 1 })
  await lab.go('follow-up', group, { followedAt: hoursAgo(0), content: `${word}续报` })
  const [line] = (await lab.detail(group)).followUps as unknown as Row[]
  return { adverseFollowUp: line!.id, adverseEvent: await lab.draft(device) }
}
