import type { ReactNode } from 'react'
import { labelItem } from '#contract/entities/label/label-item.ts'
import { labelPrint } from '#contract/entities/label/label-print.ts'
import { headingOf } from '#contract/kit/entity/entity.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useWords } from '#src/words/words.ts'
import { PrintedItems } from './printed-items.tsx'

/** Who printed which labels and when; a record shows what was on its labels. */
export function PrintRecordPage(): ReactNode {
  const { say } = useWords()
  const seesItems = useRight('labelItem.list')
  return (
    <EntityPage
      of={labelPrint}
      more={(row) =>
        seesItems && (
          <section aria-label={say(headingOf(labelItem))}>
            <h3>{say(headingOf(labelItem))}</h3>
            <PrintedItems of={{ printId: row.id }} order={{ ascs: 'seq' }} columns={['targetName', 'printKind', 'copies']} />
          </section>
        )
      }
    />
  )
}
