import { Button, Result, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly isLoading: boolean
  readonly error: Error | null
  readonly onRetry: () => void
}

/** Placeholder of a view without data: a skeleton while loading, or the error with a retry button. */
export function Outcome({ isLoading, error, onRetry }: Props): ReactNode {
  const { word } = useWords()
  if (isLoading && !error) return <Skeleton active paragraph={{ rows: 8 }} title={false} className="eam-skeleton" />
  return (
    <Result
      status="warning"
      title={error?.message}
      role="alert"
      extra={
        <Button type="primary" onClick={onRetry}>
          {word('common.retry')}
        </Button>
      }
    />
  )
}
