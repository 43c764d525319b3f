import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { quickSave, repairBatch } from '#contract/calls/repair.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { OpenRepairs } from './open-repairs.tsx'

const open: readonly string[] = openRepairStates

/** The repair orders as a list or a board; an order opens in a tab of its own. */
export function RepairPage(): ReactNode {
  const navigate = useNavigate()
  return (
    <EntityPage
      of={repairOrder}
      onOpen={(row) => void navigate(`/eam/repair/${row.id}`)}
      onSaved={(saved) => void navigate(`/eam/repair/${saved.id}`)}
      extra={(row) => !row && <OpenRepairs />}
      listActions={(selected) => <ListActions selected={selected} />}
    />
  )
}

function ListActions({ selected }: { readonly selected: readonly Row[] }): ReactNode {
  const { say, word } = useWords()
  const notice = useNotice()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'quick' | 'batch'>()
  const mayRepair = useRight(quickSave.may)
  const maySort = useRight(repairBatch.may)
  const sort = (): void => {
    if (selected.length === 0 || selected.some((row) => !open.includes(String(row.repairStatus)))) notice.warn(word('repair.chooseOpen'))
    else setAsked('batch')
  }
  const more = [
    ...(mayRepair ? [{ key: 'quick', label: say(quickSave), onClick: () => setAsked('quick') }] : []),
    ...(maySort ? [{ key: 'batch', label: say(repairBatch), onClick: sort }] : []),
  ]
  return (
    <>
      {more.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items: more }}>
          <Button icon={<DownOutlined />} iconPlacement="end">
            {word('common.more')}
          </Button>
        </Dropdown>
      )}
      {asked === 'quick' && (
        <CallDialog of={quickSave} onClose={() => setAsked(undefined)} onDone={(saved) => void navigate(`/eam/repair/${saved.id}`)} />
      )}
      {asked === 'batch' && (
        <CallDialog of={repairBatch} given={{ ids: selected.map((row) => row.id) }} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}
