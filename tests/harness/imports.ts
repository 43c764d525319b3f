import { expect } from 'vitest'
import { importProblems } from '#contract/calls/import/import.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { type ImportTarget, importCalls } from '#contract/registry.ts'
import type { Client, Page, Row, TestApp } from './app-for-test.ts'
import { send, upload } from './pictures.ts'

export type Job = Row & {
  status: string
  note: string | null
  rowCount: number
  newCount: number
  sameCount: number
  changedCount: number
  updatedCount: number
  faultyCount: number
  warningCount: number
  writtenCount: number
  layout: {
    sheet: string
    headingRows: number[]
    columns: { at: number; heading: string; field: string | null; samples: string[] }[]
    found: { currencies: Row[] }
  }
  missing: Record<'dept' | 'location' | 'supplier' | 'assetsCategory' | 'user', string[]>
  groups: {
    at: number | null
    field: string | null
    grade: string
    zh: string
    cells: number
    values: { value: string; cells: number }[]
  }[]
}

export interface Problem {
  sheet: string | null
  row: number
  column: number | null
  field: string | null
  grade: string
  message: string
  value: string
}

const url = (target: ImportTarget, what: 'verify' | 'write' | 'undo'): string => pathsOf(importCalls[target][what])[0]!

/** Waits until no import is being worked on. */
export async function settled(client: Client, id: string): Promise<Job> {
  for (;;) {
    const { data, status } = await client.get<Job>('/eam/import-job/detail', { id })
    expect(status).toBe(200)
    if (!['verifying', 'writing', 'undoing'].includes(data.status)) return data
    await new Promise((done) => setTimeout(done, 30))
  }
}

/** Sends a file as the desk does; returns its id. */
export async function sendFile(app: TestApp, client: Client, bytes: Uint8Array, name: string): Promise<string> {
  const file = upload(Buffer.from(bytes))
  const answer = await send(app, client, { ...file, facts: { ...file.facts, name, type: '' } })
  expect(answer.status, answer.msg).toBe(200)
  return file.id
}

/** Sends a file and has it checked. */
export async function verified(
  app: TestApp,
  client: Client,
  target: ImportTarget,
  bytes: Uint8Array | string,
  options: Record<string, unknown> = {},
): Promise<Job> {
  const content = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes
  const source = await sendFile(app, client, content, content[0] === 0x50 && content[1] === 0x4b ? '台账.xlsx' : '台账.csv')
  return begin(client, target, 'verify', { source: [source], ...options })
}

/** Calls one of the three and waits for the end of its work. */
export async function begin(
  client: Client,
  target: ImportTarget,
  what: 'verify' | 'write' | 'undo',
  body: Record<string, unknown>,
): Promise<Job> {
  const answer = await client.post(url(target, what), body)
  expect(answer.status, answer.msg).toBe(200)
  return settled(client, answer.data.id)
}

/** What is wrong in an import, the first two hundred. */
export async function problemsOf(client: Client, id: string, query: Record<string, string> = {}): Promise<Problem[]> {
  return (await client.get<Page<Problem>>(pathsOf(importProblems)[0]!, { id, size: 200, ...query })).data.records
}
