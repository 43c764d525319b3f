import { Button, Popconfirm, Result } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { undoForeign } from '#contract/calls/import/import.ts'
import { importStates } from '#contract/entities/import/import-job.ts'
import { menu, pagesOf } from '#contract/menu.ts'
import { entityNamed, importCalls } from '#contract/registry.ts'
import { useAction } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { ChangedRecords } from './changed-records.tsx'
import { FirstPasswords } from './first-passwords.tsx'
import { LeftRows } from './import-changes.tsx'
import { ImportFiles } from './import-files.tsx'
import type { Job } from './import-job.ts'
import { ImportProblems } from './import-problems.tsx'
import { ImportFigures } from './import-result.tsx'

const pageOf = (target: Job['target']): string | undefined => pagesOf(menu).find((item) => item.entity === target)?.path

interface Props {
  readonly job: Job
  readonly onChanged: () => void
  /** Verifies the file of an undone import again. */
  readonly onAgain: () => void
}

/** A finished import: what was written, links to it, and the undo. */
export function ImportDone({ job, onChanged, onAgain }: Props): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const calls = importCalls[job.target]
  const undo = useAction(calls.undo)
  const mayUndo = useSession(({ person }) =>
    [calls.undo.may, ...(person?.user_id === job.userId ? [] : [undoForeign(job.target)])].every((right) => person?.rights.includes(right)),
  )
  const isMine = useSession(({ person }) => person?.user_id === job.userId)
  const path = pageOf(job.target)
  const takeBack = async (): Promise<void> => {
    try {
      await undo.mutateAsync({ body: { id: job.id } })
      onChanged()
    } catch (thrown) {
      notice.failed(thrown)
    }
  }
  return (
    <>
      <section className="eam-panel">
        <Result
          status={job.status === 'done' ? 'success' : 'info'}
          title={say(importStates[job.status])}
          subTitle={job.note}
          extra={[
            ...(job.status === 'undone'
              ? [
                  <Button key="again" onClick={onAgain}>
                    {word('import.again')}
                  </Button>,
                ]
              : []),
            ...(job.target === 'user' && job.status === 'done' && job.writtenCount > 0 && isMine
              ? [<FirstPasswords key="passwords" jobId={job.id} />]
              : []),
            ...(path && job.status === 'done'
              ? [
                  <Link key="see" to={path}>
                    <Button type="primary">{word('import.see', { what: say(entityNamed(job.target)) })}</Button>
                  </Link>,
                ]
              : []),
            ...(job.status === 'done' && job.writtenCount + job.updatedCount + (job.attached?.of.written ?? 0) > 0 && mayUndo
              ? [
                  <Popconfirm
                    key="undo"
                    title={word(job.updatedCount > 0 ? 'import.askUndoUpdates' : 'import.askUndo', {
                      count: job.writtenCount,
                      updates: job.updatedCount,
                    })}
                    onConfirm={() => void takeBack()}
                  >
                    <Button loading={undo.isPending}>{word('import.undo')}</Button>
                  </Popconfirm>,
                ]
              : []),
          ]}
        />
        <ImportFigures job={job} />
      </section>
      <ImportFiles job={job} />
      {job.changedCount > 0 && (
        <section className="eam-panel" aria-label={word('import.changes')}>
          <h2>{word('import.changes')}</h2>
          <ChangedRecords job={job} />
          <LeftRows job={job} />
        </section>
      )}
      {job.faultyCount + job.warningCount > 0 && <ImportProblems job={job} />}
    </>
  )
}
