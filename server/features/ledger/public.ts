import { deviceDepreciation } from '#contract/entities/ledger/device-depreciation.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Acting } from '#server/kit/access/as-system.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { lockBook } from './books/books.ts'
import { offerRepeat, refuseClosedWriteOff, type WrittenOff } from './close/closed-months.ts'
import { ownedSql } from './close/terms.ts'

/** The cards of devices in a book, with their write-offs. */
async function cardsIn(tx: Transaction, ruleId: string, deviceIds: readonly string[]): Promise<(WrittenOff & { readonly id: string })[]> {
  const { rows } = await tx.run({
    text: 'select device_id, write_off_date, charged_on, card_state from device_depreciation where tenant_id = $1 and rule_id = $2 and device_id = any($3::uuid[])',
    values: [tx.tenantId, ruleId, deviceIds],
  })
  return rows.map((row) => ({
    id: String(row.device_id),
    writeOff: row.write_off_date as string | null,
    chargedOn: row.charged_on as string | null,
    isEnded: row.card_state === 'ended',
  }))
}

/**
 * Writes devices off in every book of the hospital from a month on, or takes that back with null. A device that finance has said nothing of yet gets its card in
 * the books. Books are locked, so that a month is not closed meanwhile; refuses months that are closed. `day`: the first of the month, `yyyy-MM-dd`.
 */
export async function writeOffDevices(context: Acting, tx: Transaction, deviceIds: readonly string[], day: string | null): Promise<void> {
  const books = await tx.run({
    text: 'select id from depreciation_rule where tenant_id = $1 and not is_deleted order by id',
    values: [tx.tenantId],
  })
  for (const { id } of books.rows) {
    const book = await lockBook(tx, String(id))
    const known = await cardsIn(tx, book.id, deviceIds)
    if (known.length < deviceIds.length) refuseClosedWriteOff(book, undefined, day)
    const charged = known.filter((card) => refuseClosedWriteOff(book, card, day))
    const { rows } = await tx.run({
      text: `with was as (select id, write_off_date from device_depreciation where tenant_id = $1 and rule_id = $2 and device_id = any($3::uuid[]) for no key update)
        insert into device_depreciation (tenant_id, id, created_by, updated_by, asset_no, device_id, rule_id, card_state, write_off_date)
        select $1, gen_random_uuid(), $5, $5, coalesce(d.device_code, ''), d.id, $2, 'waiting', $4::date from device d
        where d.tenant_id = $1 and d.id = any($3::uuid[]) and not d.is_deleted and (exists (select 1 from device_depreciation b
          where b.tenant_id = d.tenant_id and b.rule_id = $2 and b.device_id = d.id) or $4::date is not null and d.filing_status = 'filed' and ${ownedSql})
        on conflict (tenant_id, rule_id, device_id) do update set write_off_date = excluded.write_off_date, version = device_depreciation.version + 1,
          updated_by = coalesce($5::uuid, device_depreciation.updated_by), updated_at = now()
          where device_depreciation.write_off_date is distinct from excluded.write_off_date
        returning id, version, (select w.write_off_date::text from was w where w.id = device_depreciation.id) as before`,
      values: [tx.tenantId, book.id, deviceIds, day, context.actor.userId],
      once: true,
    })
    recordMany(
      context,
      tx,
      { entity: deviceDepreciation.name, verb: 'change' },
      rows.map((row) => ({ entityId: row.id, version: row.version, changes: { writeOffDate: { from: row.before ?? null, to: day } } })),
    )
    if (charged.length > 0)
      await offerRepeat(
        context,
        tx,
        book,
        charged.map((card) => card.id),
      )
  }
}
