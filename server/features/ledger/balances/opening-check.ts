import { monthText } from '#contract/depreciation/depreciation-month.ts'
import { deviceDepreciation } from '#contract/entities/ledger/device-depreciation.ts'
import { cents } from '#contract/kit/fields/amount.ts'
import type { Words } from '#contract/kit/words.ts'
import type { RowCheck } from '#server/kit/import/rows/row-checks.ts'
import { bookOf, bookQuery } from '../books/books.ts'
import { openingFault } from './opening-terms.ts'

const there: Words = {
  zh: '在账簿中已有折旧卡；请先撤销之前的导入或直接修改该折旧卡',
  en: 'already has a depreciation card in the book. Undo the earlier import or edit that card',
}
const twice: Words = { zh: '在文件中出现多次', en: 'is in the file more than once' }
const closed = (month: string): Words => ({
  zh: `已由结账月份计提（账簿已结账至 ${month}），期初不能再导入`,
  en: `has been depreciated in closed months (until ${month}), so its opening balance can no longer be imported`,
})

/** An opening is told once for a card of a book, before a month has charged it, and contradicts neither the card nor the months of the book. */
export const openingCheck: RowCheck = {
  of: deviceDepreciation,
  async check(rows, { actor, run, known: knownRows }, wrong) {
    const standing = await knownRows()
    const told = rows.filter(({ draft }) => draft.deviceId && draft.ruleId)
    for (const ruleId of new Set(told.map(({ draft }) => String(draft.ruleId)))) {
      const book = bookOf((await run(bookQuery(actor.tenantId, ruleId))).rows[0])
      const some = told.filter(({ draft }) => draft.ruleId === ruleId)
      const { rows: found } = await run({
        text: `select d.id, d.original_value as value, coalesce(d.useful_life_months, c.useful_life_months) as life, b.id as card, b.opening_amount as told,
            coalesce(b.progress ? 'stretch' or b.progress->>'charged' <> '0', false) as is_charged
          from device d left join assets_category c on c.tenant_id = d.tenant_id and c.id = d.assets_category_id
          left join device_depreciation b on b.tenant_id = d.tenant_id and b.rule_id = $2 and b.device_id = d.id
          where d.tenant_id = $1 and d.id = any($3::uuid[])`,
        values: [actor.tenantId, ruleId, some.map(({ draft }) => draft.deviceId)],
      })
      const known = new Map(found.map((row) => [row.id, row]))
      const seen = new Set<unknown>()
      for (const row of some) {
        const { draft } = row
        const card = known.get(draft.deviceId)
        const said = row.names.device ?? ''
        // A second import of the same file changes nothing; one that says something else of the card would fail as a whole when it is written.
        const isSame = standing.has(row) && cents(card?.told) === cents(draft.openingAmount)
        if (seen.has(draft.deviceId)) wrong(row, 'device', twice, said)
        else if (card?.is_charged && book.closed !== undefined && !isSame) wrong(row, 'device', closed(monthText(book.closed)), said)
        else if (card?.card && !isSame) wrong(row, 'device', there, said)
        seen.add(draft.deviceId)
        const life = draft.lifeMonths ?? card?.life ?? book.life
        const fault = openingFault({
          ...{ rules: book.rules, begins: book.begins, amount: draft.openingAmount, value: card?.value },
          months: draft.openingMonths === undefined || draft.openingMonths === null ? null : Number(draft.openingMonths),
          startDate: draft.startDate ? String(draft.startDate) : null,
          life: life === null || life === undefined ? null : Number(life),
        })
        if (fault) wrong(row, fault.field, fault.words, String(draft[fault.field] ?? ''))
      }
    }
  },
}
