import { Alert, Descriptions } from 'antd'
import type { ReactNode } from 'react'
import { ruleOfTenant } from '#contract/calls/ledger/depreciation.ts'
import { depreciationRule } from '#contract/entities/ledger/depreciation-rule.ts'
import { ApiError } from '#src/data/api-error.ts'
import { useCall } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { useWords } from '#src/words/words.ts'

const shown = ['ruleName', 'ruleSet', 'beginsOn', 'defaultLife'] as const

/** The books of the hospital with their rules; the main one, which closings and cards use, stands above the list. */
export function RulesPage(): ReactNode {
  return (
    <>
      <MainBook />
      <EntityPage of={depreciationRule} />
    </>
  )
}

function MainBook(): ReactNode {
  const { say, word } = useWords()
  const tenantId = useSession((session) => session.person?.tenantId)
  const { view } = useView(depreciationRule)
  const { data, error, refetch } = useCall(ruleOfTenant, { tenantId }, tenantId !== undefined)
  const isMissing = error instanceof ApiError && error.error === 'not_found'
  if (isMissing) return <Alert type="info" showIcon title={word('ledger.noBook')} style={{ marginBottom: 12 }} />
  if (!data || !view) return <Outcome isLoading={!error} error={error} onRetry={() => void refetch()} />
  return (
    <section className="eam-panel" aria-label={word('ledger.mainBook')}>
      <h2>{word('ledger.mainBook')}</h2>
      <Descriptions
        size="small"
        column={{ xs: 1, md: 4 }}
        items={shown.flatMap((name) => {
          const field = view.fields[name]
          return field ? [{ key: name, label: say(field), children: <Shown name={name} field={field} row={data} /> }] : []
        })}
      />
    </section>
  )
}
