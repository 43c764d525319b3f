import { createHash } from 'node:crypto'
import { Refusal } from '#contract/kit/errors.ts'
import type { Row } from '#server/db/query.ts'
import { storedSecret } from '#server/kit/access/stored-secret.ts'
import type { Tools } from '#server/kit/context.ts'
import { ossPurpose, storeOf } from '#server/kit/files/stores.ts'

/** Writes a small content into a store, finds and removes it. Refuses a store with which that fails, with what it answered. */
export async function probe(
  { pool, secrets, reachable = () => false }: Pick<Tools, 'pool' | 'secrets' | 'reachable'>,
  row: Row,
): Promise<void> {
  if (row.category === 'local') return
  const tenantId = String(row.tenant_id)
  const secret = await storedSecret(pool, secrets, { tenantId, purpose: ossPurpose, rowId: String(row.id) })
  const why: string[] = []
  const store = storeOf(row, secret ?? '', { folder: '', secrets, reachable, warn: ({ reason }) => void why.push(reason) })
  const bytes = Buffer.from(`wardkeeper ${String(row.id)}`)
  const name = createHash('sha256').update(bytes).digest('hex')
  try {
    await store.put(tenantId, name, bytes)
    if (!(await store.has(tenantId, name, bytes.length))) throw new Error('the content is not there')
    await store.remove(tenantId, name)
  } catch {
    const said = (why[0] ?? '').slice(0, 200)
    throw new Refusal('rule', {
      zh: `该存储不能读写，未启用：${said}`,
      en: `This store cannot be read and written, so it was not activated: ${said}`,
    })
  }
}
