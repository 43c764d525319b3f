import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { devicePicture } from '#server/demo/device-pictures.ts'

interface Stored {
  readonly sha256: string
  readonly size: number
}

/** A photo of every device whose name has a drawing. None where the contents of files are not kept. */
export async function demoPhotos(tx: Transaction, { putContent, users }: DemoGround): Promise<void> {
  if (!putContent) return
  const { rows: cards } = await tx.run({
    text: `select id, device_name, created_at from device t where tenant_id = $1 and not is_deleted order by device_code`,
    values: [tx.tenantId],
  })
  // Loaded by the one process that makes the demo: the library takes 20 MB.
  const { default: sharp } = await import('sharp')
  const stored = new Map<string, Stored>()
  for (const name of new Set(cards.map((card) => String(card.device_name)))) {
    const drawing = devicePicture(name)
    if (!drawing) continue
    const bytes = await sharp(Buffer.from(drawing)).png({ palette: true }).toBuffer()
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await putContent(tx.tenantId, sha256, bytes)
    stored.set(name, { sha256, size: bytes.length })
  }
  const manager = users.get('manager')
  const photos = cards.flatMap(({ id, device_name, created_at }) => {
    const of = stored.get(String(device_name))
    const by = { tenant_id: tx.tenantId, created_by: manager, updated_by: manager, created_at, updated_at: created_at, version: 1 }
    return of ? [{ of, by, file: v7(), attach: v7(), card: id, name: `${String(device_name)}.png` }] : []
  })
  const insert = (table: string, rows: readonly object[]): void => {
    const names = Object.keys(rows[0]!).join(', ')
    tx.later({
      text: `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      values: [JSON.stringify(rows)],
    })
  }
  if (photos.length === 0) return
  insert(
    'file',
    photos.map(({ of, by, file, attach, name }) => ({
      ...by,
      id: file,
      file_name: name,
      file_type: 'image/png',
      file_size: of.size,
      sha256: of.sha256,
      of_entity: 'deviceAttach',
      of_id: attach,
    })),
  )
  insert(
    'device_attach',
    photos.map(({ of, by, file, attach, card, name }) => ({
      ...by,
      id: attach,
      is_deleted: false,
      attach_name: name,
      attach_type: 'photo',
      device_id: card,
      files: [file],
      file_type: 'image/png',
      file_size: of.size,
    })),
  )
}
