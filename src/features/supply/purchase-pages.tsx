import type { ReactNode } from 'react'
import { warehouseEntry } from '#contract/entities/place/warehouse-entry.ts'
import { purchaseBudget } from '#contract/entities/supply/purchase-budget.ts'
import { purchasePlan } from '#contract/entities/supply/purchase-plan.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { Orders, Origins } from './order-lists.tsx'
import { QuotesOfPlan } from './quotes-of-plan.tsx'

function Plans({ row }: { readonly row: Row }): ReactNode {
  if (!useRight('purchasePlan.list')) return null
  return (
    <RelatedList
      of={purchasePlan}
      fixed={{ budgetId: row.id }}
      columns={['planTitle', 'planStatus', 'plannedTotal', 'spentTotal']}
      initial={{
        budgetId: row.id,
        budgetName: row.budgetTitle,
        planYear: row.budgetYear,
        deptId: row.deptId,
        deptName: row.deptName,
      }}
    />
  )
}

/** Budgets, each with the plans that reserve of it and the cards that came of it. */
export function BudgetPage(): ReactNode {
  return (
    <EntityPage
      of={purchaseBudget}
      more={(row) =>
        row.budgetStatus !== 'draft' && (
          <>
            <Plans row={row} />
            <Origins fixed={{ budgetId: row.id }} />
          </>
        )
      }
    />
  )
}

function Entries({ row }: { readonly row: Row }): ReactNode {
  if (!useRight('warehouseEntry.list')) return null
  return (
    <RelatedList
      of={warehouseEntry}
      fixed={{ planId: row.id }}
      columns={['entryNo', 'entryStatus', 'entryDate', 'amountTotal']}
      initial={{ planId: row.id, planName: row.planTitle, deptId: row.deptId, deptName: row.deptName }}
    />
  )
}

/** Plans, each with its quotes, its orders, what came in by it, and the cards of that. */
export function PlanPage(): ReactNode {
  return (
    <EntityPage
      of={purchasePlan}
      more={(row) =>
        row.planStatus !== 'draft' && (
          <>
            <QuotesOfPlan row={row} />
            <Orders fixed={{ planId: row.id }} initial={{ planId: row.id, planName: String(row.planTitle) }} />
            <Entries row={row} />
            <Origins fixed={{ planId: row.id }} />
          </>
        )
      }
    />
  )
}
