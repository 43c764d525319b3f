import type { ReactNode } from 'react'
import { warehouseEntry } from '#contract/entities/place/warehouse-entry.ts'
import { purchaseBudget } from '#contract/entities/supply/purchase-budget.ts'
import { purchasePlan } from '#contract/entities/supply/purchase-plan.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'

/** Budgets, each with the plans that reserve of it. */
export function BudgetPage(): ReactNode {
  const maySee = useRight('purchasePlan.list')
  return (
    <EntityPage
      of={purchaseBudget}
      more={(row) =>
        maySee &&
        row.budgetStatus !== 'draft' && (
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
    />
  )
}

/** Plans, each with what came in by it. */
export function PlanPage(): ReactNode {
  const maySee = useRight('warehouseEntry.list')
  return (
    <EntityPage
      of={purchasePlan}
      more={(row) =>
        maySee &&
        row.planStatus !== 'draft' && (
          <RelatedList
            of={warehouseEntry}
            fixed={{ planId: row.id }}
            columns={['entryNo', 'entryStatus', 'entryDate', 'amountTotal']}
            initial={{ planId: row.id, planName: row.planTitle, deptId: row.deptId, deptName: row.deptName }}
          />
        )
      }
    />
  )
}
