import type pg from 'pg'
import { Refusal } from '#contract/kit/errors.ts'
import { platformTenant } from '#contract/roles.ts'
import { readAs, writeAs } from '#server/db/pool.ts'
import type { ContentStore } from '#server/kit/files/content-store.ts'
import type { NamedStore } from '#server/kit/files/content-store-live.ts'
import { jobKind } from '#server/kit/jobs/job-kind.ts'

interface Named {
  readonly tenant: string
  readonly sha256: string
  readonly size: number
}

const phase = { zh: '移动文件', en: 'Moving files' }

/** Longer than any process may still write into the former store. */
const settleMs = 3000

/** Every content that a row names, tenant by tenant. */
async function namedContents(pool: pg.Pool): Promise<Named[]> {
  const [tenants] = await readAs(pool, platformTenant, [{ text: 'select id from tenant order by id' }])
  const all: Named[] = []
  for (const { id } of tenants!.rows) {
    const tenant = String(id)
    const text = 'select sha256, max(file_size) as size from file where tenant_id = $1 group by sha256'
    const [found] = await readAs(pool, tenant, [{ text, values: [tenant] }])
    for (const row of found!.rows) all.push({ tenant, sha256: String(row.sha256), size: Number(row.size) })
  }
  return all
}

async function whole(store: ContentStore, { tenant, sha256 }: Named): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of await store.read(tenant, sha256)) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/**
 * Brings one content into the store of now and removes it from the others. It is in the new place before it leaves an old one, so an upload of
 * the same content finds it in one of them or stores it again; one whose row goes meanwhile is left to the cleanup.
 */
async function move(to: ContentStore, others: readonly NamedStore[], of: Named): Promise<void> {
  for (const { store } of others) {
    if (!(await store.has(of.tenant, of.sha256, of.size))) continue
    if (!(await to.has(of.tenant, of.sha256, of.size))) await to.put(of.tenant, of.sha256, await whole(store, of))
    if (await to.has(of.tenant, of.sha256, of.size)) await store.remove(of.tenant, of.sha256)
  }
}

/** The rows whose stores hold nothing that is named any more. */
async function left(others: readonly NamedStore[], named: readonly Named[]): Promise<Set<string>> {
  const full = new Set<string>()
  for (const { id, store } of others)
    for (const of of named) {
      if (!(await store.has(of.tenant, of.sha256, of.size))) continue
      full.add(id)
      break
    }
  return full
}

/** Moves what other stores hold into the one in use. It may begin again at any point: a content is removed once it is in its new place. */
export const ossMoveKind = jobKind<{ readonly to: string }>({
  name: 'oss.move',
  zh: '移动文件到对象存储',
  en: 'Move files to another store',
  places: () => 1,
  perTenant: 1,
  async run({ input, context, signal, say }) {
    const { pool, stores } = context.tools
    if (!stores) return undefined
    await stores.refresh()
    await new Promise((go) => setTimeout(go, settleMs))
    const [to, ...others] = stores.all()
    if (to?.id !== input.to)
      throw new Refusal('rule', { zh: '已改用另一存储，本次移动取消', en: 'Another store is now in use, so this move was cancelled' })
    const named = await namedContents(pool)
    for (const [done, of] of named.entries()) {
      signal.throwIfAborted()
      if (done % 20 === 0) say({ done, total: named.length, phase })
      await move(to.store, others, of)
    }
    const full = await left(others, await namedContents(pool))
    const empty = others.map(({ id }) => id).filter((id) => id !== 'disk' && !full.has(id))
    await writeAs(pool, platformTenant, async (tx) =>
      tx.later({
        text: 'update oss set holds_files = 0, version = version + 1, updated_at = now() where tenant_id = $1 and id = any($2::uuid[]) and coalesce(is_active, 0) = 0',
        values: [platformTenant, empty],
      }),
    )
    await stores.refresh()
    return { note: context.language === 'zh' ? `共 ${named.length} 个文件` : `${named.length} files` }
  },
})
