import { RightOutlined } from '@ant-design/icons'
import { Alert, Button, Empty, Skeleton } from 'antd'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { useWords } from '#src/words/words.ts'
import './home-panel.css'

/** The query result of a panel. */
export interface PanelAnswer<T> {
  readonly data: T | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

interface Props<T> {
  readonly title: string
  /** Content next to the title, such as a sum. */
  readonly note?: ReactNode
  readonly more?: { readonly to: string; readonly label: string }
  readonly answer: PanelAnswer<T>
  /** Whether the result is empty; the panel then shows the text `empty`. */
  readonly isEmpty?: (data: T) => boolean
  readonly empty?: string
  /** Lines of the skeleton, matching a typical result. */
  readonly lines?: number
  readonly children: (data: T) => ReactNode
}

/** The frame of a panel on the first page: title, link, and the states of its query (error, loading, empty, data). */
export function Panel<T>({ title, note, more, answer, isEmpty, empty, lines = 4, children }: Props<T>): ReactNode {
  const { word } = useWords()
  const id = useId()
  const { data, error, refetch } = answer
  return (
    <section className="eam-home-panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span className="eam-home-note eam-home-cut">{note}</span>}
        {more && (
          <Link to={more.to} aria-label={`${more.label}: ${title}`}>
            {more.label} <RightOutlined aria-hidden />
          </Link>
        )}
      </header>
      {error && data === undefined ? (
        <Alert
          type="error"
          showIcon
          title={error.message}
          action={<Button onClick={() => void refetch()}>{word('common.retry')}</Button>}
        />
      ) : data === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: lines }} />
      ) : isEmpty?.(data) ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />
      ) : (
        children(data)
      )}
    </section>
  )
}
