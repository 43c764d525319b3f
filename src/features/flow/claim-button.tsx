import { Button } from 'antd'
import type { ReactNode } from 'react'
import { claimTask } from '#contract/calls/flow/flow.ts'
import { useAction } from '#src/data/hooks.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** Takes a task from the other candidates. */
export function ClaimButton({ taskId }: { readonly taskId: string }): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const claim = useAction(claimTask)
  return (
    <Button
      size="small"
      loading={claim.isPending}
      onClick={(event) => {
        event.stopPropagation()
        void notice.tell(claim.mutateAsync({ body: { taskId } }), word('step.done', { step: say(claimTask) }))
      }}
    >
      {say(claimTask)}
    </Button>
  )
}
