import { Switch } from 'antd'
import type { ReactNode } from 'react'
import { flowStartAndStop } from '#contract/calls/flow/flow.ts'
import { flowBinding, flowSwitching } from '#contract/entities/flow/flow-binding.ts'
import { type Row, useAction } from '#src/data/hooks.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

const steps = Object.keys(flowSwitching.steps)
const switchTitle = { zh: '启停', en: 'On or off' } as const

/** The approval rules of a hospital, each with the switch that starts and stops it. */
export function BindingPage(): ReactNode {
  const { say } = useWords()
  return (
    <EntityPage
      of={flowBinding}
      allows={(_, name) => !steps.includes(name)}
      extraColumns={() => [{ key: 'switch', title: say(switchTitle), width: 90, render: (_, row) => <RuleSwitch row={row} /> }]}
    />
  )
}

function RuleSwitch({ row }: { readonly row: Row }): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const action = useAction(flowStartAndStop)
  const isStarted = row.flowStatus === 'started'
  const step = say(flowSwitching.steps[isStarted ? 'stop' : 'start'])
  return (
    <Switch
      checked={isStarted}
      loading={action.isPending}
      disabled={!row.can?.some((name) => steps.includes(name))}
      aria-label={`${step}“${row.flowName}”`}
      onClick={(_, event) => {
        // The row is no link here.
        event.stopPropagation()
        void notice.tell(action.mutateAsync({ body: { id: row.id, version: row.version } }), word('step.done', { step }))
      }}
    />
  )
}
