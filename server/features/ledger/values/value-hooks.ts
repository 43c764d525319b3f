import { forecast } from '#contract/depreciation/depreciation-card.ts'
import { monthNumber, monthText } from '#contract/depreciation/depreciation-month.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { isForeign } from '#contract/entities/asset/device/ownership.ts'
import { chargedBy } from '#contract/entities/asset/device/value-change.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { type Difference, differences } from '#server/kit/write/draft-changes.ts'
import { type BookCard, cardsQuery, termsOf } from '../books/book-cards.ts'
import { bookOf, bookQuery, nextMonth } from '../books/books.ts'
import { stateBefore } from '../close/card-progress.ts'
import { begin, kindOf, reasonOf, settle } from './value-change.ts'

/** The books that hold a device, and whether an import made its card and no update has been made since. */
async function standing(tx: Transaction, id: string): Promise<{ books: string[]; isFreshImport: boolean }> {
  const { rows } = await tx.run({
    text: `select array(select rule_id from device_depreciation where tenant_id = $1 and device_id = $2) as books,
      exists (select from import_row where tenant_id = $1 and entity = 'device' and entity_id = $2 and not is_update)
        and not exists (select from audit_event where tenant_id = $1 and entity = 'device' and entity_id = $2 and verb = 'change') as fresh`,
    values: [tx.tenantId, id],
  })
  return { books: rows[0]!.books as string[], isFreshImport: rows[0]!.fresh === true }
}

/** What a book will have charged a card, with offsets that wait, when a change of `month` begins to hold. */
async function chargedThen(tx: Transaction, ruleId: string, deviceId: string, month: number) {
  const [books, cards, waiting] = await Promise.all([
    tx.run(bookQuery(tx.tenantId, ruleId)),
    tx.run(cardsQuery(tx.tenantId, ruleId, { only: [deviceId], limit: 1 })),
    tx.run({
      text: `select coalesce(sum(amount), 0) as sum from depreciation_offset where tenant_id = $1 and device_id = $2 and rule_id = $3 and record_id is null`,
      values: [tx.tenantId, deviceId, ruleId],
    }),
  ])
  const [book, card] = [bookOf(books.rows[0]), cards.rows[0] as BookCard | undefined]
  const from = nextMonth(book)
  const state = card && stateBefore(book, card)
  const months =
    card && month >= from
      ? forecast(book.rules, { begins: book.begins, from, count: month - from + 1 }, (at) => termsOf(book, card, at), state)
      : []
  const charged = months.at(-1)?.accumulated ?? (state ? state.charged + state.adjusted : 0n)
  return { book, charged: charged + cents(waiting.rows[0]!.sum) }
}

/** Refuses a value below what is charged: always by the rules of a public hospital, by those of an enterprise unless a reason is given for the impairment. */
async function refuseBelowCharged(
  context: Context,
  tx: Transaction,
  id: string,
  to: bigint,
  given: { books: readonly string[]; reason: string | null },
) {
  const month = monthNumber(homeDay(context.occurredAt))
  for (const ruleId of given.books) {
    const { book, charged } = await chargedThen(tx, ruleId, id, month)
    if (to >= charged || (book.rules === 'enterprise' && given.reason)) continue
    const [amount, until] = [decimalText(charged, 2), monthText(month)]
    throw new Refusal(
      'rule',
      book.rules === 'public'
        ? {
            zh: `账簿“${book.name}”到 ${until} 的累计折旧为 ${amount}，原值不能低于累计折旧；如原来登记有误，请选择“更正”`,
            en: `The book “${book.name}” will have charged ${amount} by ${until}, so the value cannot be less. If it was wrong from the start, choose a correction`,
          }
        : {
            zh: `账簿“${book.name}”到 ${until} 的累计折旧为 ${amount}，低于此数的差额将作为减值入账，请填写变动原因`,
            en: `The book “${book.name}” will have charged ${amount} by ${until}. The difference is posted as an impairment: give the reason for the change`,
          },
    )
  }
}

const inWords = ({ name, field, from, to }: Difference): string =>
  ['link', 'dictionary', 'choice'].includes(field.kind)
    ? field.zh
    : `${device.fields[name as keyof typeof device.fields].zh} ${from ?? '空'} → ${to ?? '空'}`

hook(
  device,
  {
    async beforeChange(context, tx, { row, draft, told }) {
      const view = context.actor.settings.view(device)
      const found = row.filing_status === 'filed' ? differences(view, draft, row).filter(({ name }) => name in chargedBy) : []
      const asked = kindOf(told)
      if (found.length === 0) {
        Object.assign(told, { changeKind: null, changeReason: null })
        return undefined
      }
      const id = String(row.id)
      const { books, isFreshImport } = await standing(tx, id)
      const [wasForeign, isNowForeign] = [row.ownership, 'ownership' in draft ? draft.ownership : row.ownership].map(isForeign)
      // What an import said to belong to another owner was bought since.
      const isBought = wasForeign && !isNowForeign
      const kind = asked ?? (isFreshImport && !isBought ? 'correction' : 'change')
      const lowered = found.find(({ name, from, to }) => name === 'originalValue' && cents(to) < cents(from))
      if (lowered && kind === 'change' && !isNowForeign)
        await refuseBelowCharged(context, tx, id, cents(lowered.to), { books, reason: reasonOf(told) })
      if (books.length > 0 || asked) told.changeKind = kind
      const wasWrong = (field: string): boolean => found.some(({ name }) => name === field)
      begin(tx, id, {
        kind,
        why: found.map(inWords).join('，'),
        reason: reasonOf(told),
        isAmount: found.some(({ name }) => !['useDept', 'fundSource'].includes(name)),
        ...(wasWrong('useDept') || wasWrong('fundSource')
          ? {
              wrong: {
                ...(wasWrong('useDept') ? { dept: row.use_dept_id as string | null } : {}),
                ...(wasWrong('fundSource') ? { fund: row.fund_source as string | null } : {}),
              },
            }
          : {}),
        wasForeign: wasForeign === true,
      })
      return undefined
    },
    async afterSave(_, tx, { id }) {
      settle(tx, 'device', id)
    },
  },
  20,
)
