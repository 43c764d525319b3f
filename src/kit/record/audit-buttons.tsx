import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Call } from '#contract/kit/entity/call.ts'
import type { Machine } from '#contract/kit/entity/machine.ts'
import type { Row } from '#src/data/hooks.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { useWords } from '#src/words/words.ts'
import type { Allows } from './act-bar.tsx'

/** A call that decides a document, and the step behind each answer that it takes. */
export interface AuditCall {
  readonly call: Call
  readonly on: Machine
  readonly steps: { readonly approve: string; readonly reject: string }
}

const decisions = ['approve', 'reject'] as const

/** Acts that a menu of steps offers; a decision has its own buttons. */
export const isNoDecision =
  ({ steps }: AuditCall): Allows =>
  (_, name) =>
    !Object.values(steps).includes(name)

interface Props {
  readonly of: AuditCall
  readonly row: Row
}

/** Approves or rejects a document by one call, for who may decide it now. */
export function AuditButtons({ of: { call, on, steps }, row }: Props): ReactNode {
  const { say } = useWords()
  const [asked, setAsked] = useState<(typeof decisions)[number]>()
  return (
    <>
      {decisions
        .filter((type) => row.can?.includes(steps[type]))
        .map((type) => (
          <Button key={type} type={type === 'approve' ? 'primary' : undefined} danger={type === 'reject'} onClick={() => setAsked(type)}>
            {say(on.steps[steps[type]]!)}
          </Button>
        ))}
      {asked && (
        <CallDialog
          of={call}
          act={on.steps[steps[asked]]!}
          given={{ id: row.id, version: row.version, type: asked }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
