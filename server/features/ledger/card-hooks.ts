import { methodsOf } from '#contract/depreciation/depreciation-books.ts'
import { isForeign, type Ownership, ownerships } from '#contract/entities/asset/device/ownership.ts'
import { deviceDepreciation } from '#contract/entities/ledger/device-depreciation.ts'
import { ruleSets } from '#contract/entities/ledger/rule-sets.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import { differences } from '#server/kit/write/draft-changes.ts'
import { openingFault, startOf } from './balances/opening-terms.ts'
import type { Book } from './books/book-cards.ts'
import { bookOf, bookQuery } from './books/books.ts'
import { holdMonths, offerRepeat, refuseClosedWriteOff } from './close/closed-months.ts'
import { begin, kindOf, reasonOf, settle } from './values/value-change.ts'

const { fields } = deviceDepreciation

/** Refuses terms that the book does not know. */
function refuseTerms(book: Book, draft: Parsed): void {
  const method = draft.depreciationMethod
  const allowed: readonly string[] = methodsOf[book.rules]
  if (method && !allowed.includes(String(method))) {
    const [words, rules] = [fields.depreciationMethod.of[method as keyof typeof fields.depreciationMethod.of], ruleSets[book.rules]]
    throw new Refusal('rule', { zh: `${rules.zh}不允许${words.zh}`, en: `“${words.en}” is not allowed by ${rules.en}` })
  }
}

/** Whether months have charged a card. */
const isCharged = (row: Row): boolean => {
  const progress = row.progress as { stretch?: unknown; charged?: string } | null
  return progress !== null && (progress.stretch !== undefined || progress.charged !== '0')
}

/** The book of a card. What a draft changes of its write-off fits the closed months, of which none is added meanwhile. */
async function bookOfDraft(context: Context, tx: Transaction, ruleId: unknown, draft: Parsed, row?: Row): Promise<Book> {
  const before = row && {
    writeOff: row.write_off_date as string | null,
    chargedOn: row.charged_on as string | null,
    isEnded: row.card_state === 'ended',
  }
  const after = draft.writeOffDate as string | null
  const isWrittenOff = 'writeOffDate' in draft && (before?.writeOff ?? null) !== after
  if (isWrittenOff) await holdMonths(tx, String(ruleId))
  const book = bookOf((await tx.run(bookQuery(tx.tenantId, String(ruleId)))).rows[0])
  if (isWrittenOff && refuseClosedWriteOff(book, before, after)) await offerRepeat(context, tx, book, [String(row!.device_id)])
  return book
}

/** The asset number of a card, by which books name it. Refuses a device that belongs to another owner. */
async function assetNo(tx: Transaction, deviceId: unknown): Promise<string> {
  const { rows } = await tx.run({
    text: 'select device_code, ownership from device where tenant_id = $1 and id = $2 and not is_deleted',
    values: [tx.tenantId, deviceId],
  })
  if (isForeign(rows[0]?.ownership)) {
    const { zh, en } = ownerships[rows[0]!.ownership as Ownership]
    throw new Refusal('rule', {
      zh: `“${rows[0]!.device_code}”为${zh}设备，不属于本院，不计提折旧`,
      en: `“${rows[0]!.device_code}” does not belong to the hospital (${en.toLowerCase()}), so it is not depreciated`,
    })
  }
  return String(rows[0]?.device_code ?? '')
}

/** Refuses an opening that contradicts the card. Answers the day from which it is charged where the months that were charged tell it. */
async function openingOf(
  tx: Transaction,
  book: Book,
  deviceId: unknown,
  draft: Parsed,
  row?: Row,
): Promise<Record<string, unknown> | undefined> {
  const said = (name: string, column: string): unknown => (name in draft ? draft[name] : row?.[column]) ?? null
  const months = said('openingMonths', 'opening_months')
  if (said('openingAmount', 'opening_amount') === null && months === null) return undefined
  const { rows } = await tx.run({
    text: `select d.original_value as value, coalesce(d.useful_life_months, c.useful_life_months) as life from device d
      left join assets_category c on c.tenant_id = d.tenant_id and c.id = d.assets_category_id where d.tenant_id = $1 and d.id = $2`,
    values: [tx.tenantId, deviceId],
  })
  const startDate = said('startDate', 'start_date')
  const life = said('lifeMonths', 'life_months') ?? rows[0]?.life ?? book.life
  const fault = openingFault({
    ...{ rules: book.rules, begins: book.begins, amount: said('openingAmount', 'opening_amount'), value: rows[0]?.value },
    months: months === null ? null : Number(months),
    startDate: startDate === null ? null : String(startDate),
    life: life === null ? null : Number(life),
  })
  if (fault) throw new Refusal('rule', { zh: fault.words.zh, en: fault.words.en })
  return months !== null && startDate === null ? { start_date: startOf(book.rules, book.begins, Number(months)) } : undefined
}

/** The terms that a book charges a card by; the funds split a charge. */
const termNames = ['depreciationMethod', 'lifeMonths', 'residualRate', 'lifeUnits'] as const

/** Begins a change of what finance says of a charged card: from the next month on, or a correction. */
function beginChange(
  context: Context,
  tx: Transaction,
  { row, draft, told, lines }: { row: Row; draft: Parsed; told: Parsed; lines: HookLines },
): void {
  const found = differences(context.actor.settings.view(deviceDepreciation), draft, row).filter(({ name }) =>
    (termNames as readonly string[]).includes(name),
  )
  const funds = lines.funds
  const isSplit = funds !== undefined && JSON.stringify(funds.before) !== JSON.stringify(funds.after)
  if (found.length === 0 && !isSplit) {
    Object.assign(told, { changeKind: null, changeReason: null })
    return
  }
  const kind = kindOf(told) ?? 'change'
  told.changeKind = kind
  const why = found.map(({ name, from, to }) =>
    name === 'depreciationMethod' ? fields[name].zh : `${fields[name as (typeof termNames)[number]].zh} ${from ?? '空'} → ${to ?? '空'}`,
  )
  if (isSplit) why.push('资金来源构成')
  begin(tx, String(row.id), {
    ...{ kind, why: why.join('，'), reason: reasonOf(told), isAmount: found.length > 0 },
    ...(isSplit ? { wrong: { split: 0 } } : {}),
  })
  if (isSplit && kind === 'change')
    tx.later({
      text: `select keep_term($1, $2::uuid, 'funds', (select json_agg(json_build_array(f.fund_source, f.amount::text) order by f.place)::text
        from device_fund f where f.tenant_id = $1 and f.card_id = $2 and f.amount > 0))`,
      values: [tx.tenantId, row.id],
    })
}

hook(deviceDepreciation, {
  async beforeAdd(context, tx, { draft }) {
    const book = await bookOfDraft(context, tx, draft.ruleId, draft)
    refuseTerms(book, draft)
    const opening = await openingOf(tx, book, draft.deviceId, draft)
    const number = await assetNo(tx, draft.deviceId)
    const { rows } = await tx.run({
      text: 'select 1 from device_depreciation where tenant_id = $1 and rule_id = $2 and device_id = $3',
      values: [tx.tenantId, draft.ruleId, draft.deviceId],
    })
    if (rows.length > 0) throw new Refusal('taken', { label: deviceDepreciation, value: number })
    return { asset_no: number, ...opening }
  },
  async beforeChange(context, tx, { row, draft, told, lines }) {
    const fixed = isCharged(row)
      ? {
          deviceId: row.device_id,
          ruleId: row.rule_id,
          startDate: row.start_date,
          openingAmount: row.opening_amount,
          openingMonths: row.opening_months,
        }
      : { deviceId: row.device_id, ruleId: row.rule_id }
    for (const [name, was] of Object.entries(fixed))
      if (name in draft && (draft[name] ?? null) !== (was ?? null)) {
        const { zh, en } = fields[name.replace(/Id$/, '') as keyof typeof fields]
        throw new Refusal('rule', {
          zh: isCharged(row) ? `该卡已计提折旧，不能修改“${zh}”` : `不能修改“${zh}”`,
          en: isCharged(row) ? `The card has been depreciated, so “${en}” cannot be changed` : `“${en}” cannot be changed`,
        })
      }
    const book = await bookOfDraft(context, tx, row.rule_id, draft, row)
    refuseTerms(book, draft)
    if (!isCharged(row)) return openingOf(tx, book, row.device_id, draft, row)
    // Charged months have settled an opening: it is not judged by what the card is worth today.
    beginChange(context, tx, { row, draft, told, lines })
    return undefined
  },
  async afterSave(_, tx, { id }) {
    settle(tx, 'card', id)
  },
  async beforeRemove(_, __, { rows }) {
    const charged = rows.find(isCharged)
    if (charged)
      throw new Refusal('rule', {
        zh: `“${charged.asset_no}”已计提折旧，不能从账簿中删除；处置时请填写核销日期`,
        en: `“${charged.asset_no}” has been depreciated and cannot be deleted from the book. Enter its write-off date on disposal`,
      })
  },
})
