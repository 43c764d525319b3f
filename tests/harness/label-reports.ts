import { randomUUID } from 'node:crypto'
import { labelReportKey } from '#contract/params.ts'
import type { Client, Row, TestApp } from './app-for-test.ts'
import { repairs } from './repairs.ts'

interface Sent {
  readonly status: number
  readonly done: boolean
  readonly message: string
}

/** Devices of the small hospital whose labels people without an account scan. */
export function labelReports(app: TestApp, admin: Client) {
  const lab = repairs(app, admin)
  /** Takes reports, or takes them no longer. */
  const allow = async (by: Client, value: 'on' | 'off' = 'on'): Promise<void> => {
    const [known] = await app.sql('select id, version from param where tenant_id = $1 and param_key = $2 and not is_deleted', [
      by.tenant,
      labelReportKey,
    ])
    const answer = await by.post('/blade-system/param/submit', {
      ...(known ?? {}),
      ...{ paramName: '扫码报修', paramKey: labelReportKey, paramValue: value },
    })
    if (!answer.success) throw new Error(String(answer.msg))
  }
  /** A card with its label. */
  const labelled = async (more: object = {}): Promise<{ id: string; token: string; name: string }> => {
    const id = await lab.card(['receive'], more)
    const { data } = await admin.get<Row>('/eam/device/detail', { id })
    return { id, token: String(data.qrToken), name: String(data.deviceName) }
  }
  const page = (token: string, headers: Record<string, string> = {}, query = '') =>
    fetch(`${app.url}/m/c/${token}${query}`, { headers: { accept: 'text/html', ...headers } })
  const captcha = async (): Promise<{ captchaKey: string; captchaCode: string }> => {
    const { key } = (await (await fetch(`${app.url}/api/blade-auth/oauth/captcha`)).json()) as { key: string }
    const [row] = await app.sql('select answer from captcha where id = $1', [key])
    return { captchaKey: key, captchaCode: String(row!.answer) }
  }
  const filled = async (more: Readonly<Record<string, string>> = {}): Promise<Record<string, string>> => ({
    ...{ description: '不开机', reporterName: '张三', reporterPhone: '8123', room: '8 床', formKey: randomUUID() },
    ...(await captcha()),
    ...more,
  })
  const post = (
    token: string,
    fields: Readonly<Record<string, string>>,
    photos: readonly Buffer[] = [],
    headers: Record<string, string> = {},
  ) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    for (const [index, bytes] of photos.entries()) body.append('photos', new Blob([new Uint8Array(bytes)]), `${index}.jpg`)
    return fetch(`${app.url}/m/c/${token}`, { method: 'POST', body, headers })
  }
  /** Sends a report as the script of the page does. */
  const send = async (
    token: string,
    more: Readonly<Record<string, string>> = {},
    photos: readonly Buffer[] = [],
    headers: Record<string, string> = {},
  ): Promise<Sent> => {
    const answer = await post(token, await filled(more), photos, { accept: 'application/json', ...headers })
    return { ...((await answer.json()) as Sent), status: answer.status }
  }
  /** Reports of a device as the database has them, the oldest first. */
  const stored = (deviceId: string) => app.sql('select * from label_report where device_id = $1 order by reported_at, id', [deviceId])
  /** Sets back what limits count, as if the reports so far were of another day. */
  const forget = () => app.sql(`update label_report set reported_at = reported_at - interval '25 hours'`)
  return { ...lab, allow, labelled, page, captcha, filled, post, send, stored, forget }
}

/** A report of a device as a stranger left it. Returns its id. */
export async function labelReportRow(app: TestApp, word: string, deviceId: string): Promise<string> {
  const [row] = await app.sql(
    `insert into label_report (tenant_id, id, description, report_state, device_id, reported_at, room, reporter_name, reporter_phone, origin, form_key)
      select tenant_id, gen_random_uuid(), $2 || '不开机', 'waiting', id, now(), $2 || '床', $2 || '先生', '8123', $2, gen_random_uuid() from device where id = $1 returning id`,
    [deviceId, word],
  )
  return String(row!.id)
}
