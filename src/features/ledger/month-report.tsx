import type { ReactNode } from 'react'
import { depreciation } from '#contract/measures/depreciation.ts'
import { measureAddress } from '#src/kit/chart/measure-address.ts'
import { MeasureCard } from '#src/kit/chart/measure-card.tsx'
import { useWords, type WordKey } from '#src/words/words.ts'

const parts = [
  { group: 'useDept', title: 'ledger.byDept' },
  { group: 'assetsCategory', title: 'ledger.byCategory' },
  { group: 'fundSource', title: 'ledger.byFund' },
] as const satisfies readonly { readonly group: string; readonly title: WordKey }[]

/** What a month charged, by department, category and fund; each leads to its table, its export and the lines behind it. */
export function MonthReport({ recordId }: { readonly recordId: string }): ReactNode {
  const { word } = useWords()
  const filters = { recordId }
  return parts.map(({ group, title }) => (
    <MeasureCard
      key={group}
      of={depreciation}
      group={group}
      figure="amount"
      kind="bar"
      title={word(title)}
      to={measureAddress(depreciation, { group, figure: 'amount', filters })}
      query={filters}
      height={220}
    />
  ))
}
