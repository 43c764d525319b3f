import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { appendLog } from '#src/data/error-log.ts'
import { FaultBoundary } from '#src/kit/fault-boundary.tsx'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly title: string
  readonly children: ReactNode
}

/** Error boundary of one panel: the other panels stay, and the error goes to the local log. */
export function PanelFault({ title, children }: Props): ReactNode {
  const { word } = useWords()
  return (
    <FaultBoundary
      onFault={appendLog}
      instead={(retry) => (
        <section className="eam-home-panel" aria-label={title}>
          <header>
            <h2>{title}</h2>
          </header>
          <Alert type="error" showIcon title={word('home.broken')} action={<Button onClick={retry}>{word('common.retry')}</Button>} />
        </section>
      )}
    >
      {children}
    </FaultBoundary>
  )
}
