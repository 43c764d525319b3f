import type { ReactNode } from 'react'
import { sharedUse } from '#contract/measures/shared-use.ts'
import { measureAddress } from '#src/kit/chart/measure-address.ts'
import { MeasureCard } from '#src/kit/chart/measure-card.tsx'
import { useWords } from '#src/words/words.ts'
import { homePool } from './home-words.ts'

interface Props {
  readonly title: keyof typeof homePool
  readonly group: 'lendDept' | 'borrowDept'
  readonly figure: 'fee' | 'count'
}

function SharingChart({ title, group, figure }: Props): ReactNode {
  const { say } = useWords()
  const to = measureAddress(sharedUse, { group, figure, kind: 'bar' })
  return <MeasureCard of={sharedUse} group={group} figure={figure} kind="bar" title={say(homePool[title])} to={to} height={224} />
}

export const IncomePanel = (): ReactNode => <SharingChart title="income" group="lendDept" figure="fee" />
export const UsePanel = (): ReactNode => <SharingChart title="use" group="borrowDept" figure="count" />
