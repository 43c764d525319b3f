import { v7 as uuid } from 'uuid'
import { isExempt, newState } from '#contract/depreciation/depreciation-card.ts'
import { monthText } from '#contract/depreciation/depreciation-month.ts'
import { dividedBy, sharesOf, splitState } from '#contract/depreciation/depreciation-split.ts'
import { deviceDepreciation } from '#contract/entities/ledger/device-depreciation.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cents, decimalText, productOf } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { type Book, type BookCard, cardsQuery, rateOf, termsOf } from '../books/book-cards.ts'
import { lockBook, nextMonth } from '../books/books.ts'
import { holdMonths } from '../close/closed-months.ts'
import { waitsSql } from '../close/post-moves.ts'
import { keptOf, stateOf } from '../close/progress.ts'

/** A card in a book before it is divided. */
interface InBook {
  readonly book: Book
  readonly card: BookCard
}

/** The cards that a split leaves, the original one first. Values in cents. */
export interface Parts {
  readonly ids: readonly string[]
  readonly codes: readonly string[]
  readonly values: readonly bigint[]
}

/** What a book says of a part. Amounts in cents. */
interface PartFigures {
  readonly value: bigint
  readonly accumulated: bigint
}

const money = (amount: bigint): string => decimalText(amount, 2)
const optional = (amount: bigint | undefined): string | null => (amount === undefined ? null : money(amount))

function refuse(zh: string, en: string): never {
  throw new Refusal('rule', { zh, en })
}

/** Refuses a card whose depreciation cannot be divided to the cent as it stands. */
async function refuseUnsettled(tx: Transaction, { book, card }: InBook): Promise<void> {
  const [of, next] = [`账簿“${book.name}”`, monthText(nextMonth(book))]
  const terms = termsOf(book, card, nextMonth(book))
  if (terms.method === 'units')
    refuse(`${of}按工作量计提该设备，不能拆分`, `The book “${book.name}” charges the device by workload, so it cannot be split`)
  if (!terms.isForeign && terms.value !== cents(card.value))
    refuse(
      `该设备的原值变动在${of}中尚未生效，请在 ${next} 结账后再拆分`,
      `A change of value does not hold yet in the book “${book.name}”. Split the card once ${next} is closed`,
    )
  const misfiled = await tx.run({
    text: `select 1 from device_depreciation where tenant_id = $1 and rule_id = $2 and device_id = $3 and ${waitsSql}`,
    values: [tx.tenantId, book.id, card.id],
  })
  if (card.correction !== null || misfiled.rows.length > 0)
    refuse(
      `该设备在${of}中有待入账的更正，请在 ${next} 结账后再拆分`,
      `A correction waits to be posted in the book “${book.name}”. Split the card once ${next} is closed`,
    )
  const { rows } = await tx.run({
    text: 'select 1 from depreciation_offset where tenant_id = $1 and rule_id = $2 and device_id = $3 and record_id is null limit 1',
    values: [tx.tenantId, book.id, card.id],
  })
  if (rows.length > 0)
    refuse(
      `该设备在${of}中有未入账的冲销，请在 ${next} 结账后再拆分`,
      `An offset waits to be posted in the book “${book.name}”. Split the card once ${next} is closed`,
    )
}

/** The books that hold a card, locked so that no month is closed meanwhile. Refuses a card that cannot be divided now. */
export async function booksToDivide(tx: Transaction, deviceId: string): Promise<InBook[]> {
  const found: InBook[] = []
  const { rows } = await tx.run({
    text: 'select id from depreciation_rule where tenant_id = $1 and not is_deleted order by id',
    values: [tx.tenantId],
  })
  for (const { id } of rows) {
    await holdMonths(tx, String(id))
    const book = await lockBook(tx, String(id))
    const [card] = (await tx.run(cardsQuery(tx.tenantId, book.id, { only: [deviceId], limit: 1 }))).rows as unknown as BookCard[]
    if (!card) continue
    await refuseUnsettled(tx, { book, card })
    found.push({ book, card })
  }
  return found
}

/** What a book says of the parts: figures, progress, opening and residual value of each. */
function dividedIn({ book, card }: InBook, values: readonly bigint[]) {
  const terms = termsOf(book, card, nextMonth(book))
  const [kept, adjusted] = [stateOf(card.progress), cents(card.offsets)]
  const opening = card.opening === null ? undefined : cents(card.opening)
  const isBegun = kept !== undefined && (kept.stretch !== undefined || kept.charged !== 0n)
  const state = isBegun || adjusted !== 0n ? { ...(kept ?? newState), adjusted } : { ...newState, charged: opening ?? 0n }
  const parts = splitState(state, { ...terms, value: cents(card.value) }, values)
  const rate = rateOf(book, card)
  const openings = opening === undefined ? undefined : dividedBy(values, [opening, cents(card.value) - opening])
  const [value, accumulated] = [cents(card.book_value), cents(card.accumulated)]
  const booked = sharesOf(value, values)
  const isWhole = value === cents(card.value) && accumulated === state.charged + state.adjusted
  const taken = isWhole
    ? parts.map((part) => part.state.charged + part.state.adjusted)
    : accumulated >= 0n && accumulated <= value
      ? dividedBy(booked, [accumulated, value - accumulated]).map(([share]) => share!)
      : sharesOf(accumulated, values)
  return parts.map((part, at) => {
    const isUsual = productOf([money(values[at]!), rate], 2) === part.residual
    return {
      figures: card.book_value === null ? undefined : ({ value: booked[at]!, accumulated: taken[at]! } satisfies PartFigures),
      opening: openings?.[at]?.[0],
      progress: kept === undefined ? null : isBegun ? keptOf(part.state) : card.progress,
      residual: isUsual ? [] : [money(values[at]!), rate, money(part.residual)],
    }
  })
}

type Fund = readonly [fund: string | null, amount: string]

/** The shares of what funds paid. */
function fundShares(funds: readonly Fund[], values: readonly bigint[]): bigint[][] {
  const amounts = funds.map(([, amount]) => cents(amount))
  return dividedBy(
    sharesOf(
      amounts.reduce((sum, one) => sum + one, 0n),
      values,
    ),
    amounts,
  )
}

/** Writes what a book says of the original card and of the new ones. Answers the ids of their places in the book, the original one first. */
async function writePlaces(tx: Transaction, userId: string, of: InBook, parts: Parts): Promise<string[]> {
  const { card } = of
  const divided = dividedIn(of, parts.values)
  const places = divided.map((_, at) => (at === 0 ? card.card! : uuid()))
  const funds = await tx.run({
    text: 'select id, fund_source, amount::text as amount, place from device_fund where tenant_id = $1 and card_id = $2 order by place',
    values: [tx.tenantId, card.card],
  })
  const paid = fundShares(
    funds.rows.map((row): Fund => [row.fund_source as string | null, String(row.amount)]),
    parts.values,
  )
  const rows = divided.map(({ figures, opening, progress, residual }, at) => ({
    id: places[at],
    no: parts.codes[at],
    device: parts.ids[at],
    value: optional(figures?.value),
    taken: optional(figures?.accumulated),
    net: optional(figures && figures.value - figures.accumulated),
    opening: optional(opening),
    fund_total: funds.rows.length > 0 ? money(paid[at]!.reduce((sum, one) => sum + one, 0n)) : null,
    progress,
    residual,
  }))
  const columns = `v(id uuid, no text, device uuid, value numeric, taken numeric, net numeric, opening numeric, fund_total numeric, progress jsonb, residual jsonb)`
  await tx.run({
    text: `insert into device_depreciation (tenant_id, id, created_by, updated_by, asset_no, device_id, rule_id, card_state, start_date, depreciation_method, life_months,
        residual_rate, life_units, opening_amount, opening_months, write_off_date, remark, book_value, accumulated, net_value, charged_months, charged_on, fund_total,
        progress, part_residual)
      select b.tenant_id, v.id, $3, $3, v.no, v.device, b.rule_id, b.card_state, b.start_date, b.depreciation_method, b.life_months,
        b.residual_rate, b.life_units, v.opening, b.opening_months, b.write_off_date, b.remark, v.value, v.taken, v.net, b.charged_months, b.charged_on,
        coalesce(v.fund_total, b.fund_total), v.progress, v.residual
      from device_depreciation b cross join jsonb_to_recordset($4::jsonb) ${columns} where b.tenant_id = $1 and b.id = $2 and v.id <> b.id`,
    values: [tx.tenantId, card.card, userId, JSON.stringify(rows)],
    once: true,
  })
  // The state before the latest month is that of the whole card, so the month is not run again.
  await tx.run({
    text: `update device_depreciation b set book_value = v.value, accumulated = v.taken, net_value = v.net, opening_amount = v.opening,
        fund_total = coalesce(v.fund_total, b.fund_total), progress = v.progress, progress_before = null, part_residual = v.residual,
        version = b.version + 1, updated_by = $3, updated_at = now()
      from jsonb_to_recordset($4::jsonb) ${columns} where b.tenant_id = $1 and b.id = $2 and v.id = b.id`,
    values: [tx.tenantId, card.card, userId, JSON.stringify(rows)],
    once: true,
  })
  await tx.run({
    text: `update device_fund f set amount = v.amount, version = f.version + 1, updated_by = $3, updated_at = now()
      from jsonb_to_recordset($4::jsonb) v(id uuid, amount numeric) where f.tenant_id = $1 and f.card_id = $2 and f.id = v.id`,
    values: [
      ...[tx.tenantId, card.card, userId],
      JSON.stringify(funds.rows.map(({ id }, fund) => ({ id, amount: money(paid[0]?.[fund] ?? 0n) }))),
    ],
    once: true,
  })
  const copied = places.slice(1).flatMap((place, at) =>
    funds.rows.map((row, fund) => ({
      id: uuid(),
      card: place,
      fund: row.fund_source,
      amount: money(paid[at + 1]![fund]!),
      place: row.place,
    })),
  )
  await tx.run({
    text: `insert into device_fund (tenant_id, id, created_by, updated_by, card_id, place, fund_source, amount)
      select $1, v.id, $2, $2, v.card, v.place, v.fund, v.amount
      from jsonb_to_recordset($3::jsonb) v(id uuid, card uuid, place int, fund text, amount numeric)`,
    values: [tx.tenantId, userId, JSON.stringify(copied)],
    once: true,
  })
  return places
}

/** What held before of an amount, divided: values, and what funds paid. Undefined for what is no amount. A value that is never charged stays what it is. */
function heldShares({ field, value }: Row, values: readonly bigint[]): (string | null)[] | undefined {
  if (value === null) return undefined
  if (field === 'value')
    return isExempt('public', { value: cents(value) }) ? values.map(() => String(value)) : sharesOf(cents(value), values).map(money)
  if (field !== 'funds') return undefined
  const funds = JSON.parse(String(value)) as readonly Fund[]
  return fundShares(funds, values).map((amounts) => JSON.stringify(funds.map(([fund], at) => [fund, money(amounts[at]!)])))
}

/** Gives the parts what held of the card in earlier months, so that a correction charges each of them again by its share. */
async function divideTerms(tx: Transaction, owners: readonly (readonly string[])[], values: readonly bigint[]): Promise<void> {
  for (const [first, ...others] of owners) {
    const { rows } = await tx.run({
      text: 'select field, last_month, value, reason from depreciation_term where tenant_id = $1 and owner_id = $2',
      values: [tx.tenantId, first],
    })
    const divided = rows.map((row) => ({ row, shares: heldShares(row, values) }))
    await tx.run({
      text: `update depreciation_term t set value = v.value from jsonb_to_recordset($3::jsonb) v(field text, last_month int, value text)
        where t.tenant_id = $1 and t.owner_id = $2 and t.field = v.field and t.last_month = v.last_month`,
      values: [
        ...[tx.tenantId, first],
        JSON.stringify(
          divided.flatMap(({ row, shares }) => (shares ? [{ field: row.field, last_month: row.last_month, value: shares[0] }] : [])),
        ),
      ],
      once: true,
    })
    const copied = others.flatMap((owner, at) =>
      divided.map(({ row, shares }) => ({ ...row, owner, value: shares ? shares[at + 1] : row.value })),
    )
    await tx.run({
      text: `insert into depreciation_term (tenant_id, owner_id, field, last_month, value, reason)
        select $1, v.owner, v.field, v.last_month, v.value, v.reason
        from jsonb_to_recordset($2::jsonb) v(owner uuid, field text, last_month int, value text, reason text)`,
      values: [tx.tenantId, JSON.stringify(copied)],
      once: true,
    })
  }
}

/** Keeps what each book says of each part from the split on. */
async function keepFigures(tx: Transaction, userId: string, splitId: string, inBooks: readonly InBook[], parts: Parts): Promise<void> {
  await tx.run({
    text: `insert into depreciation_split (tenant_id, id, created_by, updated_by, split_id, place, asset_no, rule_id, device_id, book_value, accumulated, net_value, posted_on)
      select $1, gen_random_uuid(), $2, $2, $3, row_number() over (order by r.rule_set desc, r.id, v.place), b.asset_no, b.rule_id, b.device_id,
        b.book_value, coalesce(b.accumulated, 0), b.book_value - coalesce(b.accumulated, 0), r.closed_on
      from unnest($4::uuid[]) with ordinality v(device, place) join device_depreciation b on b.tenant_id = $1 and b.device_id = v.device
      join depreciation_rule r on r.tenant_id = b.tenant_id and r.id = b.rule_id
      where b.book_value is not null and r.id = any($5::uuid[])`,
    values: [tx.tenantId, userId, splitId, parts.ids, inBooks.map(({ book }) => book.id)],
    once: true,
  })
}

/** Records what became of the place of the original card in each book, and where those of the new cards come from. */
async function recordPlaces(context: Context, tx: Transaction, inBooks: readonly InBook[], parts: Parts): Promise<void> {
  const { rows } = await tx.run({
    text: `select b.id, b.version, b.book_value, b.accumulated, b.net_value from device_depreciation b
      where b.tenant_id = $1 and b.device_id = any($2::uuid[]) and b.rule_id = any($3::uuid[])`,
    values: [tx.tenantId, parts.ids, inBooks.map(({ book }) => book.id)],
  })
  const before = new Map(inBooks.flatMap(({ card }) => (card.card ? [[card.card, card] as const] : [])))
  const eventOf = (row: Row) => {
    const was = before.get(String(row.id))
    const net = was?.book_value ? money(cents(was.book_value) - cents(was.accumulated)) : null
    const changes = {
      bookValue: { from: was?.book_value ?? null, to: row.book_value ?? null },
      accumulated: { from: was?.accumulated ?? null, to: row.accumulated ?? null },
      netValue: { from: net, to: row.net_value ?? null },
    }
    return { entityId: row.id, version: row.version, changes }
  }
  const [original, others] = [true, false].map((is) => rows.filter(({ id }) => before.has(String(id)) === is).map(eventOf))
  recordMany(context, tx, { entity: deviceDepreciation.name, verb: 'split' }, original!)
  recordMany(context, tx, { entity: deviceDepreciation.name, verb: 'splitFrom', input: { from: parts.codes[0] } }, others!)
}

/** Divides what the books say of a card among its parts. Posted lines stay with it; the rows of `depreciation_split` say what each part goes on from. */
export async function divideBooks(
  context: Context,
  tx: Transaction,
  splitId: string,
  inBooks: readonly InBook[],
  parts: Parts,
): Promise<void> {
  const { userId } = context.actor
  const owners: (readonly string[])[] = [parts.ids]
  for (const of of inBooks) if (of.card.card) owners.push(await writePlaces(tx, userId, of, parts))
  await divideTerms(tx, owners, parts.values)
  await keepFigures(tx, userId, splitId, inBooks, parts)
  await recordPlaces(context, tx, inBooks, parts)
}
