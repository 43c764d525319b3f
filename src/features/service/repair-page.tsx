import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { quickSave, repairBatch } from '#contract/calls/service/repair.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import type { FilterTrees } from '#src/kit/tree/filter-tree.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { CoverInForm } from './contracts/cover-banner.tsx'
import { OpenRepairs } from './open-repairs.tsx'
import { repairActs, useRepairAllows } from './repair-acts.ts'

const open: readonly string[] = openRepairStates

const { faultKind } = repairOrder.fields
const trees: FilterTrees = {
  hint: repairOrder.searchHint ?? { zh: '搜索', en: 'Search' },
  sources: [
    { kind: 'dict', zh: faultKind.zh, en: faultKind.en, code: faultKind.code, wire: 'faultKind' },
    { kind: 'date', zh: '创建时间', en: 'Created', wires: ['createTime_dategt', 'createTime_datelt'] },
  ],
}

/** The repair orders as a list or a board; an order opens in a tab of its own. */
export function RepairPage(): ReactNode {
  const { say } = useWords()
  const navigate = useNavigate()
  const allows = useRepairAllows()
  const mayRepair = useRight(quickSave.may)
  const [isQuick, setQuick] = useState(false)
  return (
    <>
      <EntityPage
        of={repairOrder}
        onOpen={(row) => void navigate(`/eam/repair/${row.id}`)}
        onSaved={(saved) => void navigate(`/eam/repair/${saved.id}`)}
        extra={(row) =>
          !row && (
            <>
              <OpenRepairs />
              <CoverInForm />
            </>
          )
        }
        order={repairActs}
        trees={trees}
        allows={allows}
        listMore={mayRepair ? [{ key: 'quick', label: say(quickSave), onClick: () => setQuick(true) }] : []}
        listActions={(selected) => selected.length > 0 && <SortMany selected={selected} />}
      />
      {isQuick && (
        <CallDialog of={quickSave} onClose={() => setQuick(false)} onDone={(saved) => void navigate(`/eam/repair/${saved.id}`)} />
      )}
    </>
  )
}

/** Sorts the chosen orders by urgency and kind in one act. */
function SortMany({ selected }: { readonly selected: readonly Row[] }): ReactNode {
  const { say, word } = useWords()
  const notice = useNotice()
  const [isAsked, setAsked] = useState(false)
  if (!useRight(repairBatch.may)) return null
  const sort = (): void => {
    if (selected.some((row) => !open.includes(String(row.repairStatus)))) notice.warn(word('repair.chooseOpen'))
    else setAsked(true)
  }
  return (
    <>
      <Button onClick={sort}>{say(repairBatch)}</Button>
      {isAsked && <CallDialog of={repairBatch} given={{ ids: selected.map((row) => row.id) }} onClose={() => setAsked(false)} />}
    </>
  )
}
