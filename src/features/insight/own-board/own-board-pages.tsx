import { Alert, Button } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { boardCopy } from '#contract/calls/insight/own-board.ts'
import { manageBoards, ownBoard } from '#contract/entities/insight/own-board.ts'
import type { Row } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { FormDrawer } from '#src/kit/form/form-drawer.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { ActBar, type Allows } from '#src/kit/record/act-bar.tsx'
import { useRecord } from '#src/kit/record/use-record.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { useWords } from '#src/words/words.ts'
import { ownBoardPath } from '../board/boards.ts'
import { ownBoardWords as words } from './own-board-words.ts'

const Editor = lazy(async () => ({ default: (await import('./own-board-editor.tsx')).OwnBoardEditor }))

const listPath = '/eam/own-board'

/** Whether the person edits a board: the owner, and who manages those of everybody. */
function useMayEdit(): (row: Row) => boolean {
  const person = useSession((state) => state.person)
  return (row) => row.ownerId === person?.user_id || person?.rights.includes(manageBoards) === true
}

/** The boards of the person, and those that are shared with the person's roles. */
export function OwnBoardsPage(): ReactNode {
  const navigate = useNavigate()
  const mayEdit = useMayEdit()
  const allows: Allows = (row) => mayEdit(row)
  return (
    <EntityPage
      of={ownBoard}
      allows={allows}
      onOpen={(row) => void navigate(`${listPath}/${row.id}`)}
      onSaved={(saved) => void navigate(`${listPath}/${saved.id}`)}
    />
  )
}

/** One board at the desk: its screens, whom it is shared with, and a copy of it. */
export function OwnBoardRecordPage(): ReactNode {
  const { id = '' } = useParams()
  const { say } = useWords()
  const navigate = useNavigate()
  const mayEdit = useMayEdit()
  const { view, row, refresh, instead } = useRecord(ownBoard, id)
  const mayCopy = useSession((state) => state.person?.rights.includes(boardCopy.may))
  const [open, setOpen] = useState<'form' | 'copy'>()
  useTabTitle(row?.boardName)
  if (!view || !row) return instead
  const isOwn = mayEdit(row)
  const copyName = say(words.copyOf).replace('{name}', row.boardName).slice(0, 60)
  return (
    <article className="eam-record">
      <header>
        <h1>{row.boardName}</h1>
        <ActBar
          of={ownBoard}
          row={row}
          order={{ next: [], rare: ['submit'] }}
          allows={(_row, name) => isOwn && name !== 'submit'}
          onEdit={() => setOpen('form')}
          onRemoved={() => void navigate(listPath)}
          onRefresh={refresh}
        >
          {() => (
            <>
              <Button href={ownBoardPath(id)} target="_blank" rel="noopener">
                {say(words.show)}
              </Button>
              {isOwn && <Button onClick={() => setOpen('form')}>{say(words.settings)}</Button>}
              {mayCopy && <Button onClick={() => setOpen('copy')}>{say(boardCopy)}</Button>}
            </>
          )}
        </ActBar>
      </header>
      {!isOwn && <Alert type="info" showIcon title={say(words.readOnly).replace('{owner}', String(row.ownerName ?? ''))} />}
      <Suspense>
        <Editor key={id} row={row} isReadOnly={!isOwn} onRefresh={refresh} />
      </Suspense>
      <FormDrawer view={view} isOpen={open === 'form'} id={id} onClose={() => setOpen(undefined)} />
      {open === 'copy' && (
        <CallDialog
          of={boardCopy}
          given={{ boardId: id }}
          start={{ boardName: copyName }}
          onClose={() => setOpen(undefined)}
          onDone={(copy) => void navigate(`${listPath}/${copy.id}`)}
        />
      )}
    </article>
  )
}
