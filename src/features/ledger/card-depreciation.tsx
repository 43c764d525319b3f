import { Alert, Descriptions, Empty, Flex } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { cardForecast } from '#contract/calls/ledger/depreciation.ts'
import { type Ownership, ownerships } from '#contract/entities/asset/device/ownership.ts'
import { cardStates } from '#contract/entities/ledger/card-states.ts'
import { depreciationLine } from '#contract/entities/ledger/depreciation-line.ts'
import { deviceDepreciation } from '#contract/entities/ledger/device-depreciation.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type Row, useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { Chart } from '#src/kit/chart/chart.tsx'
import type { ChartData } from '#src/kit/chart/chart-data.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { Parts } from '#src/kit/parts.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { useWords } from '#src/words/words.ts'
import { SplitAct } from './split-act.tsx'

type Progress = AnswerOf<typeof cardForecast>
const shown = ['bookValue', 'accumulated', 'netValue'] as const

/** What a device was charged and will be charged, what finance says of it, and its lines; its card is split here. */
export function CardDepreciation({ row }: { readonly row: Row }): ReactNode {
  return (
    <Flex vertical gap="middle">
      <Flex justify="end" gap="small">
        <Parts at="device.value" given={{ row }} />
        <SplitAct row={row} />
      </Flex>
      <Charges row={row} />
    </Flex>
  )
}

function Charges({ row }: { readonly row: Row }): ReactNode {
  const { word, say, language } = useWords()
  const { data, error, refetch } = useCall(cardForecast, { deviceId: row.id })
  const seesLines = useRight('depreciationLine.list')
  const chart = useMemo((): ChartData | undefined => data && chartOf(data, word), [data, word])
  if (!data) return <Outcome isLoading={!error} error={error} onRetry={() => void refetch()} />
  if (!data.ruleId) return <Empty description={word('ledger.noBook')} />
  const { cardState } = data
  return (
    <Flex vertical gap="middle">
      {cardState === 'not_owned' && (
        <Alert type="info" showIcon title={word('ledger.notOwned', { ownership: say(ownerships[row.ownership as Ownership]) })} />
      )}
      <Descriptions
        size="small"
        column={{ xs: 1, md: 3, xl: 5 }}
        items={[
          { key: 'rule', label: say(deviceDepreciation.fields.rule), children: data.ruleName },
          {
            key: 'state',
            label: say(deviceDepreciation.fields.cardState),
            children: cardState ? say(cardStates[cardState as keyof typeof cardStates]) : word('ledger.notInBook'),
          },
          ...shown.map((name) => ({
            key: name,
            label: say(deviceDepreciation.fields[name]),
            children: data[name] === null ? '—' : figureText(data[name], 'money', language),
          })),
        ]}
      />
      <Chart title={word('ledger.months')} data={chart} height={260} />
      <RelatedList
        of={deviceDepreciation}
        title={{ zh: '账簿与折旧参数', en: 'Books and terms' }}
        fixed={{ deviceId: row.id }}
        initial={{ deviceId: row.id, deviceName: row.deviceName, ruleId: data.ruleId, ruleName: data.ruleName }}
      />
      {seesLines && <RelatedList of={depreciationLine} fixed={{ deviceId: row.id }} />}
    </Flex>
  )
}

function chartOf({ months }: Progress, word: ReturnType<typeof useWords>['word']): ChartData {
  const values = (isForecast: boolean) => months.map((one) => (one.isForecast === isForecast ? Number(one.amount) : null))
  return {
    kind: 'line',
    figure: word('ledger.amount'),
    unit: 'money',
    by: word('ledger.month'),
    categories: months.map(({ month }) => ({ key: month, label: month })),
    series: [
      { key: 'charged', label: word('ledger.charged'), values: values(false) },
      { key: 'forecast', label: word('ledger.forecast'), values: values(true) },
    ],
  }
}
