import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { fingerprint, SYNC_SCHEMA } from '#contract/sync/sync.ts'
import { FILE_KIND } from '#contract/sync/sync-blobs.ts'
import type { StartedCheck } from './check.ts'

/** An operation as it is stored in the phone's queue; missing fields are filled in as for one of an older program. */
export interface RawOp {
  readonly id: string
  readonly kind: string
  readonly lane: string
  readonly deps: readonly string[]
  readonly target: { readonly type: string; readonly id: string }
  readonly body: unknown
  readonly fp: string
  readonly files?: readonly string[]
}

/** Makes an operation of any kind. */
export async function rawOp(op: Pick<RawOp, 'kind' | 'target' | 'body'> & Partial<RawOp>): Promise<RawOp> {
  return { id: randomUUID(), lane: `${op.target.type}:${op.target.id}`, deps: [], fp: await fingerprint(op), ...op }
}

/** Observations of a check. */
export const rawScans = (check: StartedCheck, codes: readonly string[]): Promise<RawOp[]> =>
  Promise.all(
    codes.map((code) =>
      rawOp({
        kind: 'check.scan',
        target: { type: 'checkTask', id: check.id },
        lane: `inv:${check.id}:${code}`,
        body: { checkId: check.id, code, way: 'reader' },
      }),
    ),
  )

interface Content {
  readonly id: string
  readonly bytes: readonly number[]
}

/** Puts operations of the signed-in person into the queue, as another window of the program does; none is sent before the page is woken. */
export async function queueOps(page: Page, ops: readonly RawOp[], contents: readonly Content[] = []): Promise<void> {
  await page.evaluate(
    async ({ ops, contents, schema }) => {
      const asked = indexedDB.open('eam-outbox')
      const db = await new Promise<IDBDatabase>((done, fail) => {
        asked.onsuccess = () => done(asked.result)
        asked.onerror = () => fail(asked.error)
      })
      const work = db.transaction(['ops', 'blobs', 'meta'], 'readwrite')
      const meta: Record<string, unknown> = {}
      const rows = work.objectStore('meta').getAll()
      rows.onsuccess = () => {
        for (const { k, v } of rows.result as { k: string; v: unknown }[]) meta[k] = v
        const { tenantId, userId } = meta.identity as { tenantId: string; userId: string }
        const common = { schema, tenantId, userId, deviceId: meta.deviceId, baseVersion: null, occurredAt: new Date().toISOString() }
        const fresh = { skewMs: 0, state: 'pending', attempts: 0, nextAttemptAt: 0, waitSince: 0, sentOnce: false }
        for (const op of ops) work.objectStore('ops').add({ ...common, ...fresh, ...op })
        for (const { id, bytes } of contents) work.objectStore('blobs').put({ id, data: new Uint8Array(bytes).buffer })
      }
      await new Promise<void>((done, fail) => {
        work.oncomplete = () => done()
        work.onabort = () => fail(work.error)
      })
      db.close()
    },
    { ops, contents, schema: SYNC_SCHEMA },
  )
}

/** A record about a device with a picture of this many bytes, and the operation of the picture before it. */
export async function rawReport(
  deviceId: string,
  size: number,
): Promise<{ ops: RawOp[]; contents: Content[]; fileId: string; orderId: string }> {
  const [fileId, orderId] = [randomUUID(), randomUUID()]
  const bytes = new Uint8Array(size).map((_, n) => [0xff, 0xd8, 0xff, 0xe0][n] ?? (n * 31) % 251)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const put = await rawOp({
    kind: FILE_KIND,
    target: { type: 'file', id: fileId },
    lane: `blob:${fileId}`,
    body: { name: 'photo.jpg', type: 'image/jpeg', size, sha256 },
  })
  const record = await rawOp({
    kind: 'repairOrder.submit',
    target: { type: 'repairOrder', id: orderId },
    lane: `repair:${orderId}`,
    deps: [put.id],
    files: [fileId],
    body: { deviceId, faultDescription: '黑屏', urgency: 'normal', images: [fileId] },
  })
  return { ops: [put, record], contents: [{ id: fileId, bytes: [...bytes] }], fileId, orderId }
}

/** The current content of the queue. */
export const queuedOps = (page: Page): Promise<{ id: string; kind: string; state: string; attempts: number }[]> =>
  page.evaluate(
    () =>
      new Promise((done, fail) => {
        const asked = indexedDB.open('eam-outbox')
        asked.onerror = () => fail(asked.error)
        asked.onsuccess = () => {
          const rows = asked.result.transaction('ops').objectStore('ops').getAll()
          rows.onsuccess = () => {
            asked.result.close()
            done(rows.result.map(({ id, kind, state, attempts }) => ({ id, kind, state, attempts })))
          }
        }
      }),
  )

/** Tells the page that it is online, as the browser does. */
export const wakePage = (page: Page): Promise<void> => page.evaluate(() => void dispatchEvent(new Event('online')))
