import { Table } from 'antd'
import type { ReactNode } from 'react'
import { checkLocations } from '#contract/calls/check/check-report.ts'
import { checkResults } from '#contract/entities/check/check-results.ts'
import { reportWords } from '#contract/entities/check/report-words.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { useCall } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { moneyText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { accuracyText, CountBar, isKnown } from './check-figures.tsx'

type PlaceRow = AnswerOf<typeof checkLocations>[number]

const results = ['match', 'misplaced', 'mismatch', 'surplus', 'deficient'] as const

/** The locations of a check: progress and results. */
export function CheckLocations({ checkId }: { readonly checkId: string }): ReactNode {
  const { word, say, language } = useWords()
  const places = useCall(checkLocations, { checkId })
  if (!places.data) return <Outcome isLoading={places.isPending} error={places.error} onRetry={() => void places.refetch()} />
  return (
    <div className="eam-list">
      <Table<PlaceRow>
        rowKey={(row) => row.locationId ?? ''}
        size="middle"
        dataSource={places.data}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { key: 'place', title: say(reportWords.location), render: (_value, row) => row.locationName ?? say(reportWords.noPlace) },
          { key: 'progress', title: word('check.progress'), width: 150, render: (_value, row) => <CountBar of={row} /> },
          {
            key: 'accuracy',
            title: word('check.accuracy'),
            width: 76,
            align: 'right',
            render: (_value, row) => <span className="eam-figure">{accuracyText(row.accuracy)}</span>,
          },
          ...results.map((name) => ({
            key: name,
            title: say(checkResults[name]),
            width: 76,
            align: 'right' as const,
            render: (_value: unknown, row: PlaceRow) => (
              <span className="eam-figure" title={moneyText(row[`${name}Value`], language)}>
                {isKnown(row, name) ? row[name] : '—'}
              </span>
            ),
          })),
        ]}
      />
    </div>
  )
}
