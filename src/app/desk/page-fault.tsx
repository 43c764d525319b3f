import { Button, Result } from 'antd'
import { type ReactNode, useState } from 'react'
import { appendLog } from '#src/data/error-log.ts'
import { FaultBoundary } from '#src/kit/fault-boundary.tsx'
import { useWords } from '#src/words/words.ts'
import { isChunkFault } from './start/chunk-fault.ts'

/**
 * Error boundary of one page, so that the other pages and the shell keep working; the error goes to the local log. A browser does not ask again for a
 * module that failed, so a page whose program could not be loaded offers to load the whole desk again.
 */
export function PageFault({ children }: { readonly children: ReactNode }): ReactNode {
  const { word } = useWords()
  const [fault, setFault] = useState<Error>()
  const isChunk = isChunkFault(fault)
  return (
    <FaultBoundary
      onFault={(thrown, stack) => {
        appendLog(thrown, stack)
        setFault(thrown)
      }}
      instead={(retry) => (
        <Result
          status="500"
          title={word(isChunk ? 'fault.chunk' : 'fault.page')}
          extra={
            <Button type="primary" onClick={isChunk ? () => location.reload() : retry}>
              {word(isChunk ? 'fault.reload' : 'common.retry')}
            </Button>
          }
        />
      )}
    >
      {children}
    </FaultBoundary>
  )
}
