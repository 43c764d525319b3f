import { Alert, Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useWords } from '#src/words/words.ts'

interface Props {
  /** What the column is called, with its lane. */
  readonly label: string
  readonly state: string
  readonly lane?: string | undefined
  /** A card is held: whether it may be dropped here. */
  readonly isTarget: boolean
  readonly isShut: boolean
  readonly isChosen: boolean
  /** Whether a drop is taken, be it to say why it is refused. */
  readonly takesDrops: boolean
  readonly onOver: (isOver: boolean) => void
  readonly onDrop: () => void
  /** The pages of its cards. */
  readonly pages: {
    readonly error: Error | null
    readonly refetch: () => unknown
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
  readonly isLoading: boolean
  readonly isEmpty: boolean
  /** Cards that are not loaded yet. */
  readonly left: number
  readonly head?: ReactNode
  readonly children: ReactNode
}

/** A column of a board in one lane: its cards, what is said without any, further ones on request, and the place to drop one on. */
export function ColumnFrame(props: Props): ReactNode {
  const { word } = useWords()
  const { isTarget, isShut, isChosen, pages } = props
  const looks = [isTarget && 'eam-kanban-target', isShut && 'eam-kanban-shut', isChosen && 'eam-kanban-chosen']
  return (
    <section
      className={['eam-kanban-column', ...looks].filter(Boolean).join(' ')}
      aria-label={props.label}
      data-state={props.state}
      data-lane={props.lane}
      tabIndex={-1}
      onDragOver={(event) => {
        if (!props.takesDrops) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        props.onOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) props.onOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        props.onOver(false)
        props.onDrop()
      }}
    >
      {props.head}
      <ul>{props.children}</ul>
      {props.isLoading && <Skeleton active title={false} paragraph={{ rows: 3 }} className="eam-kanban-skeleton" />}
      {props.isEmpty && <p className="eam-kanban-empty">{word('board.empty')}</p>}
      {pages.error && (
        <Alert
          type="error"
          title={pages.error.message}
          action={
            <Button size="small" onClick={() => void pages.refetch()}>
              {word('common.retry')}
            </Button>
          }
        />
      )}
      {pages.hasNextPage && (
        <Button type="link" block loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {word('kanban.more', { left: props.left })}
        </Button>
      )}
    </section>
  )
}
