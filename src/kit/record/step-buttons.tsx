import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Machine } from '#contract/kit/entity/machine.ts'
import type { Row } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'
import { useStepRun } from './use-step-run.tsx'

interface Props {
  readonly on: Machine
  readonly rows: readonly Row[]
  /** The steps to show. */
  readonly names: readonly string[]
  readonly onDone?: () => void
}

/** One button per step; a step with input opens a form, a critical one asks for confirmation. */
export function StepButtons({ on, rows, names, onDone }: Props): ReactNode {
  const { say } = useWords()
  const { begin, isBusy, isTaking, dialog } = useStepRun(rows, onDone)
  return (
    <>
      {names.map((name) => (
        <Button key={name} loading={isTaking(on, name)} disabled={isBusy} onClick={() => begin(on, name)}>
          {say(on.steps[name]!)}
        </Button>
      ))}
      {dialog}
    </>
  )
}
