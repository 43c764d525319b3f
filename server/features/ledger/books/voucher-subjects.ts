import type { RuleSet } from '#contract/entities/ledger/rule-sets.ts'
import type { Language } from '#contract/kit/words.ts'
import type { Query, Row } from '#server/db/query.ts'

/** The dictionary of the subjects; its keys are `<rules>_<side>`, or `<rules>_<side>_<fund>` for one fund. */
const code = 'voucher_subject'

/** The subjects of a hospital: those of the system, then its own, which go before them. */
export const subjectsQuery = (tenantId: string): Query => ({
  text: `select dict_key, dict_value, dict_value_en from (
      select dict_key, dict_value, dict_value_en, 0 as own from dict where code = $2 and parent_id is not null
      union all select dict_key, dict_value, dict_value_en, 1 from dict_biz where tenant_id = $1 and code = $2 and parent_id is not null and is_sealed = 0) s
    order by own`,
  values: [tenantId, code],
})

/** Code and name of the subject of one side of a voucher: that of the fund, else the general one. The first word of an entry is its code. */
export function subjectOf(
  rows: readonly Row[],
  { rules, side, fund, language }: { rules: RuleSet; side: 'cost' | 'taken'; fund: string | null; language: Language },
): [code: string, name: string] {
  const key = `${rules}_${side}`
  const found = rows.findLast((row) => fund !== null && row.dict_key === `${key}_${fund}`) ?? rows.findLast((row) => row.dict_key === key)
  const words = String((language === 'en' ? found?.dict_value_en : undefined) ?? found?.dict_value ?? key)
  const [, first = '', rest = words] = /^(\S+)\s+(.+)$/.exec(words) ?? []
  return [first, rest]
}
