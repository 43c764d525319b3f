import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { auditDisposal } from '#contract/calls/disposal.ts'
import { disposalFlow } from '#contract/entities/disposal/disposal-flow.ts'
import type { Row } from '#src/data/hooks.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import type { Allows } from '#src/kit/record/act-bar.tsx'
import { useWords } from '#src/words/words.ts'

/** The steps that one call decides, by the answer that it takes. */
const decided = { approve: 'agree', reject: 'refuse' } as const
type Decision = keyof typeof decided
const decisions = Object.keys(decided) as Decision[]

/** Acts that a menu of steps offers; a decision has its own buttons. */
export const isNoDecision: Allows = (_, name) => !decisions.some((type) => decided[type] === name)

/** Approves or rejects a disposal, for who may decide it now. */
export function AuditButtons({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  const [asked, setAsked] = useState<Decision>()
  return (
    <>
      {decisions
        .filter((type) => row.can?.includes(decided[type]))
        .map((type) => (
          <Button key={type} type={type === 'approve' ? 'primary' : undefined} danger={type === 'reject'} onClick={() => setAsked(type)}>
            {say(disposalFlow.steps[decided[type]])}
          </Button>
        ))}
      {asked && (
        <CallDialog
          of={auditDisposal}
          act={disposalFlow.steps[decided[asked]]}
          given={{ id: row.id, version: row.version, type: asked }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
