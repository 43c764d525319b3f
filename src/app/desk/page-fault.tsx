import { Button, Result } from 'antd'
import type { ReactNode } from 'react'
import { appendLog } from '#src/data/error-log.ts'
import { FaultBoundary } from '#src/kit/fault-boundary.tsx'
import { useWords } from '#src/words/words.ts'

/** Error boundary of one page, so that the other pages and the shell keep working; the error goes to the local log. */
export function PageFault({ children }: { readonly children: ReactNode }): ReactNode {
  const { word } = useWords()
  return (
    <FaultBoundary
      onFault={appendLog}
      instead={(retry) => (
        <Result
          status="500"
          title={word('fault.page')}
          extra={
            <Button type="primary" onClick={retry}>
              {word('common.retry')}
            </Button>
          }
        />
      )}
    >
      {children}
    </FaultBoundary>
  )
}
