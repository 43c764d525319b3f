import { beforeAll, describe, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { calendarText, contentLine } from '#server/features/insight/due-feed.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'

const app = await appForFile()
let admin: Client
let keeper: Client
const today = homeDay(new Date())
const day = daysAfter(today, 12)

/** Lines of a file, with folded ones joined again. */
const linesOf = (text: string): string[] => text.replace(/\r\n /g, '').split('\r\n')

const feed = async (path: string): Promise<{ status: number; type: string | null; lines: string[] }> => {
  const answer = await fetch(`${app.url}/api${path}`)
  return { status: answer.status, type: answer.headers.get('content-type'), lines: linesOf(await answer.text()) }
}
const made = async (client: Client): Promise<string> => {
  const { status, data, msg } = await client.post<{ path: string }>('/eam/due/feed/make')
  expect(status, msg).toBe(200)
  return data.path
}
const card = async (client: Client, draft: Record<string, unknown>): Promise<string> => {
  const answer = await client.post('/eam/device/submit', draft)
  expect(answer.status, answer.msg).toBe(200)
  return String(answer.data.id)
}

beforeAll(async () => {
  admin = await app.as('administrator')
  keeper = await app.as('keeper')
})

describe('the calendar feed of a person', () => {
  test('holds titles and days of what the person may list, and nothing else', async () => {
    const id = await card(admin, { deviceName: '保修泵;一,二', useDeptId: home.depts.surgery, warrantyEnd: day, originalValue: '9000.00' })
    const { status, type, lines } = await feed(await made(admin))
    expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8'])
    const at = lines.indexOf(`UID:device.warrantyEnd.${id}@wardkeeper`)
    expect(lines.slice(at - 1, at + 6)).toEqual([
      'BEGIN:VEVENT',
      `UID:device.warrantyEnd.${id}@wardkeeper`,
      expect.stringMatching(/^DTSTAMP:\d{8}T\d{6}Z$/),
      `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
      String.raw`SUMMARY:保修到期：保修泵\;一\,二`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ])
    expect(lines.join('\n')).not.toContain('9000')
  })

  test('follows departments and rights of the person as they are when it is read', async () => {
    const [near, far] = [home.depts.surgery, home.depts.medicine]
    const ids = [
      await card(admin, { deviceName: '近', useDeptId: near, warrantyEnd: day }),
      await card(admin, { deviceName: '远', useDeptId: far, warrantyEnd: day }),
    ]
    const { data } = await keeper.get<{ records: { id: string }[] }>('/eam/device/list', {
      warrantyEnd_ge: day,
      warrantyEnd_le: day,
      size: 100,
    })
    const seen = ids.filter((id) => data.records.some((row) => row.id === id))
    expect(seen).toHaveLength(1)
    const { lines } = await feed(await made(keeper))
    expect(ids.filter((id) => lines.includes(`UID:device.warrantyEnd.${id}@wardkeeper`))).toEqual(seen)
    const board = await app.as('virtual')
    expect((await feed(await made(board))).lines.filter((line) => line === 'BEGIN:VEVENT')).toEqual([])
  })

  test('names ten rows of a kind and day, and says how many more', async () => {
    const full = daysAfter(today, 77)
    for (let n = 0; n < 13; n++) await card(admin, { deviceName: `同日 ${n}`, useDeptId: home.depts.surgery, warrantyEnd: full })
    const { lines } = await feed(await made(admin))
    expect(lines.filter((line) => line.startsWith('SUMMARY:保修到期：同日'))).toHaveLength(10)
    const at = lines.indexOf(`UID:device.warrantyEnd.${full}@wardkeeper`)
    expect(lines[at + 3]).toBe('SUMMARY:保修到期：另有 3 项')
  })

  test('reaches from thirty days back to half a year ahead', async () => {
    const days = [-31, -30, 180, 181].map((n) => daysAfter(today, n))
    const ids: string[] = []
    for (const warrantyEnd of days)
      ids.push(await card(admin, { deviceName: '期限', purchaseDate: daysAfter(today, -400), useDeptId: home.depts.surgery, warrantyEnd }))
    const { lines } = await feed(await made(admin))
    expect(ids.map((id) => lines.includes(`UID:device.warrantyEnd.${id}@wardkeeper`))).toEqual([false, true, true, false])
  })

  test('ends with a new address, with its end, and with the person', async () => {
    const engineer = await app.as('engineer')
    const first = await made(engineer)
    expect((await engineer.get<{ madeAt: string }>('/eam/due/feed')).data.madeAt).toMatch(/^\d{4}-/)
    const second = await made(engineer)
    expect([(await feed(first)).status, (await feed(second)).status]).toEqual([404, 200])
    expect((await engineer.post('/eam/due/feed/end')).data).toEqual({ ended: true })
    expect((await engineer.post('/eam/due/feed/end')).data).toEqual({ ended: false })
    expect([(await feed(second)).status, (await engineer.get<{ madeAt: null }>('/eam/due/feed')).data.madeAt]).toEqual([404, null])
    const third = await made(engineer)
    await admin.post('/osm/user/update-user-active', { userId: engineer.userId, isActive: 0 })
    expect((await feed(third)).status).toBe(404)
    await admin.post('/osm/user/update-user-active', { userId: engineer.userId, isActive: 1 })
    const log = await admin.get<{ records: { event: string }[] }>('/blade-log/usual/list', { userId: engineer.userId, size: 50 })
    expect(log.data.records.map(({ event }) => event)).toEqual(expect.arrayContaining(['feedMade', 'feedEnded']))
  })

  test('is found by its whole secret alone', async () => {
    const path = await made(admin)
    const [, tenantId, userId, secret] = /\/([^/.]+)\.([^.]+)\.([^.]+)\.ics$/.exec(path)!
    const base = '/eam/due/feed/file'
    for (const guess of [
      `${tenantId}.${userId}.${secret}`,
      `${tenantId}.${userId}.${secret!.slice(1)}.ics`,
      `${tenantId}.${userId}..ics`,
      `${tenantId}.${keeper.userId}.${secret}.ics`,
      `${other.tenant}.${userId}.${secret}.ics`,
      `${tenantId}.unknown.${secret}.ics`,
      `'.${userId}.${secret}.ics`,
      'x',
    ])
      expect([guess, (await feed(`${base}/${encodeURIComponent(guess)}`)).status]).toEqual([guess, 404])
    expect((await feed(path)).status).toBe(200)
  })

  test('is made in the language of the person', async () => {
    const { data } = await admin.post<{ path: string }>('/eam/due/feed/make', {}, { 'accept-language': 'en' })
    const { lines } = await feed(data.path)
    expect(lines).toContain('X-WR-CALNAME:Wardkeeper due dates')
    expect(lines.some((line) => line.startsWith('SUMMARY:Warranty until: '))).toBe(true)
  })
})

describe('lines of the file', () => {
  test('are at most 75 bytes long and cut no character', () => {
    const text = '输液泵'.repeat(40)
    const lines = contentLine('SUMMARY', text).split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    expect(lines.map((line, at) => (at === 0 ? line : line.slice(1))).join('')).toBe(`SUMMARY:${text}`)
  })

  test('a title with a line break adds no line of its own', () => {
    expect(contentLine('SUMMARY', 'a\r\nBEGIN:VALARM\nb')).toBe(String.raw`SUMMARY:a\nBEGIN:VALARM\nb`)
  })

  test('a file without entries is a calendar', () => {
    expect(linesOf(calendarText([], 'en', new Date('2026-01-02T03:04:05.678Z')))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Wardkeeper//Due dates//EN',
      'X-WR-CALNAME:Wardkeeper due dates',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'END:VCALENDAR',
      '',
    ])
  })
})
