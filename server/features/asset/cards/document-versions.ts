import { v7 as uuid } from 'uuid'
import { deviceAttach } from '#contract/entities/asset/parts/device-attach.ts'
import { documentHistory } from '#contract/entities/asset/parts/document-history.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { record } from '#server/kit/steps/event.ts'
import { lockRows } from '#server/kit/write/lock.ts'

/** The number of the next version of a document that is locked; numbers of removed versions are not given again. */
async function nextVersion(tx: Transaction, attachId: unknown): Promise<number> {
  const { rows } = await tx.run({
    text: 'select coalesce(max(version_no), 0) + 1 as next from document_history where tenant_id = $1 and attach_id = $2',
    values: [tx.tenantId, attachId],
  })
  return Number(rows[0]!.next)
}

/** Keeps the file that another takes the place of; from then on it hangs on its version. */
async function keepFormer(context: Context, tx: Transaction, row: Row, file: string): Promise<void> {
  const id = uuid()
  const { rows } = await tx.run({
    text: 'update file set of_entity = $3, of_id = $4 where tenant_id = $1 and id = $2 returning file_name',
    values: [tx.tenantId, file, documentHistory.name, id],
  })
  const name = String(rows[0]?.file_name ?? row.attach_name)
  const number = await nextVersion(tx, row.id)
  tx.later({
    text: `insert into document_history (tenant_id, id, version_name, attach_id, version_no, files, created_by, updated_by)
      values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    values: [tx.tenantId, id, name, row.id, number, [file], context.actor.userId],
  })
  record(context, tx, {
    entity: documentHistory.name,
    entityId: id,
    verb: 'add',
    version: 1,
    changes: { versionName: { from: null, to: name }, versionNo: { from: null, to: number }, files: { from: null, to: [file] } },
  })
}

hook(
  deviceAttach,
  {
    async beforeChange(context, tx, { row, draft }) {
      const [former] = (row.files as string[] | null) ?? []
      if (draft.files === undefined || !former || (draft.files as string[] | null)?.[0] === former) return undefined
      await keepFormer(context, tx, row, former)
      return undefined
    },
  },
  1,
)

/** Numbers a version that is added by hand. */
async function numbered(context: Context, tx: Transaction, attachId: unknown) {
  await lockRows(deviceAttach, context, tx, [String(attachId)])
  return { version_no: await nextVersion(tx, attachId) }
}

hook(documentHistory, {
  beforeAdd: (context, tx, { draft }) => numbered(context, tx, draft.attachId),
  async beforeChange(context, tx, { row, draft }) {
    return draft.attachId && draft.attachId !== row.attach_id ? numbered(context, tx, draft.attachId) : undefined
  },
})
