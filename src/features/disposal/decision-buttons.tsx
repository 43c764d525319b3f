import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { decideDisposal } from '#contract/calls/disposal/disposal.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { useWords } from '#src/words/words.ts'

/** The decision whether devices are disposed of, once they are appraised. */
export function DecisionButtons({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  const mayDecide = useRight(decideDisposal.may)
  const [isOpen, setOpen] = useState(false)
  if (!mayDecide || row.disposalStatus !== 'submitted' || !row.appraisedAt) return null
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {say(decideDisposal)}
      </Button>
      {isOpen && (
        <CallDialog
          of={decideDisposal}
          given={{ id: row.id, version: row.version }}
          start={{ type: 'yes' }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
