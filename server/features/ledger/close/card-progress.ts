import { cardForecast } from '#contract/calls/ledger/depreciation.ts'
import { type CardState, type CardTerms, forecast, newState } from '#contract/depreciation/depreciation-card.ts'
import { monthText } from '#contract/depreciation/depreciation-month.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { isForeign } from '#contract/entities/asset/device/ownership.ts'
import { deviceDepreciation } from '#contract/entities/ledger/device-depreciation.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import { Parameters, type Rows } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { read } from '#server/kit/refuse.ts'
import { type Book, type BookCard, bookOrder, cardsQuery, termsOf } from '../books/book-cards.ts'
import { bookOf, bookQuery, nextMonth } from '../books/books.ts'
import { corrected } from './charge-cards.ts'
import { stateOf } from './progress.ts'

type Answered = AnswerOf<typeof cardForecast>

/** Months that a forecast looks ahead, and the most past ones that are shown. */
const ahead = 36
const mostPast = 600

const text = (amount: bigint): string => decimalText(amount, 2)

/** The state that the next month goes on from. */
export function stateBefore(book: Book, card: BookCard): CardState | undefined {
  const kept = stateOf(card.progress)
  const adjusted = cents(card.offsets)
  const state = kept || adjusted !== 0n ? { ...(kept ?? newState), adjusted } : undefined
  return state && card.correction !== null ? corrected(book, card, state, nextMonth(book)).state : state
}

/** The months of a card that come, up to the last that charges something. */
function coming(book: Book, card: BookCard): Answered['months'] {
  const termsIn = (month: number): CardTerms => termsOf(book, card, month)
  const months = forecast(book.rules, { begins: book.begins, from: nextMonth(book), count: ahead }, termsIn, stateBefore(book, card))
  const last = months.findLastIndex(({ charge }) => charge > 0n)
  return months.slice(0, last + 1).map(({ month, charge, accumulated }) => ({
    month: monthText(month),
    amount: text(charge),
    netValue: text(termsIn(month).value - accumulated),
    isForecast: true,
  }))
}

/** What the months of a book charged a card and will charge it. Nothing where the hospital has no book, or the card is not in it. */
export function cardProgress(context: Context): ReadPlan<Answered> {
  const { deviceId, ruleId } = read(cardForecast.input, context.input) as { deviceId: string; ruleId?: string | null }
  const { tenantId } = context.actor
  const { fields } = context.actor.settings.view(deviceDepreciation)
  const isShown = ['bookValue', 'accumulated', 'netValue'].every((name) => name in fields)
  const seen = new Parameters()
  const [tenant, id] = [seen.add(tenantId), seen.add(deviceId)]
  const scope = scopeSql(device, context.actor, 't', seen)
  const rule = `(select id from depreciation_rule where tenant_id = $1 and not is_deleted and ($3::uuid is null or id = $3) ${bookOrder} limit 1)`
  return {
    queries: [
      {
        text: `select t.ownership from device t where t.tenant_id = ${tenant} and t.id = ${id} and not t.is_deleted${scope ? ` and ${scope}` : ''}`,
        values: seen.values,
      },
      bookQuery(tenantId, ruleId),
      cardsQuery(tenantId, ruleId ?? undefined, { only: [deviceId], limit: 1 }),
      {
        text: `select to_char(l.posted_on, 'YYYY-MM') as month, sum(l.amount) as amount, min(l.net_value) as net
          from depreciation_line l join depreciation_record r on r.tenant_id = l.tenant_id and r.id = l.record_id
          where l.tenant_id = $1 and l.device_id = $2 and l.line_kind = 'charge' and r.rule_id = ${rule}
          group by l.posted_on order by l.posted_on desc limit ${mostPast}`,
        values: [tenantId, deviceId, ruleId ?? null],
      },
    ],
    answer([visible, books, cards, lines]: Rows[]) {
      if (visible!.rows.length === 0) throw new Refusal('not_found', { what: device })
      const none = {
        bookId: null,
        ruleId: null,
        ruleName: null,
        cardState: null,
        bookValue: null,
        accumulated: null,
        netValue: null,
        months: [],
      }
      if (books!.rows.length === 0) return none
      const book = bookOf(books!.rows[0])
      const card = cards!.rows[0] as BookCard | undefined
      const isNotOwned = isForeign(visible!.rows[0]!.ownership)
      const named = { ...none, ruleId: book.id, ruleName: book.name, cardState: isNotOwned ? 'not_owned' : null }
      if (!card) return named
      // Any of the three tells the others, and the months tell all of them.
      const cardState = isNotOwned ? 'not_owned' : card.state
      if (!isShown) return { ...named, bookId: card.card, cardState }
      const past = lines!.rows.map((row) => ({
        month: String(row.month),
        amount: String(row.amount),
        netValue: String(row.net),
        isForecast: false,
      }))
      return {
        ...named,
        bookId: card.card,
        cardState,
        bookValue: card.book_value,
        accumulated: card.accumulated,
        netValue: card.book_value === null ? null : text(cents(card.book_value) - cents(card.accumulated)),
        months: [...past.reverse(), ...coming(book, card)],
      }
    },
  }
}
