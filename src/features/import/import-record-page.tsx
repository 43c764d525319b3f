import { Alert, Button, Progress, Steps } from 'antd'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router-dom'
import { importMarked } from '#contract/calls/import/import.ts'
import { importStates } from '#contract/entities/import/import-job.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { entityNamed, importCalls } from '#contract/registry.ts'
import { download } from '#src/data/client.ts'
import { useAction } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { saveFile } from '#src/kit/save-file.ts'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportDone } from './import-done.tsx'
import { ChooseFiles } from './import-files.tsx'
import { type Job, useJob, workOf } from './import-job.ts'
import { ImportResult } from './import-result.tsx'
import { PhonesWait } from './phones-wait.tsx'
import './import.css'

const stepOf: Readonly<Record<Job['status'], number>> = { verifying: 1, verified: 1, failed: 0, writing: 2, done: 3, undoing: 3, undone: 3 }

/** One import from its file to the register: columns, problems, writing, and undo. */
export function ImportRecordPage(): ReactNode {
  const { id = '' } = useParams()
  const job = useJob(id)
  useTabTitle(job.data?.fileName)
  if (!job.data) return <Outcome isLoading={!job.error} error={job.error} onRetry={() => void job.refetch()} />
  return <ImportRecord job={job.data} onChanged={() => void job.refetch()} />
}

function ImportRecord({ job, onChanged }: { readonly job: Job; readonly onChanged: () => void }): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const [part, setPart] = useState<'columns' | 'result'>()
  const [isMarking, setMarking] = useState(false)
  const calls = importCalls[job.target]
  const verify = useAction(calls.verify)
  const work = workOf(job, Date.now())
  const check = async (body: Readonly<Record<string, unknown>>): Promise<void> => {
    try {
      await verify.mutateAsync({ body: { id: job.id, ...body } })
      onChanged()
    } catch (thrown) {
      notice.failed(thrown)
    }
  }
  const mark = async (): Promise<void> => {
    setMarking(true)
    try {
      saveFile(await download(pathsOf(importMarked)[0]!, { id: job.id }, job.fileName))
    } catch (thrown) {
      notice.failed(thrown)
    } finally {
      setMarking(false)
    }
  }
  // Where columns were not understood, the person looks at them first.
  const of = entityNamed(job.target)
  const isUnclear = !job.layout?.columns.some(({ field }) => field === (of.nodeTitle ?? of.title))
  const shown = part ?? (isUnclear ? 'columns' : 'result')
  const steps = [word('import.stepFile'), word('import.stepCheck'), word('import.stepWrite'), word('import.stepDone')]
  return (
    <article className="eam-record">
      <header>
        <h1 title={job.fileName}>
          {job.fileName} <small className="eam-none">{say(entityNamed(job.target))}</small>
        </h1>
        <div className="eam-actions">
          {job.layout && job.faultyCount + job.warningCount > 0 && work === 'none' && (
            <Button loading={isMarking} onClick={() => void mark()}>
              {word('import.marked')}
            </Button>
          )}
        </div>
      </header>
      <div className="eam-record-main">
        <section className="eam-panel">
          <Steps
            size="small"
            current={stepOf[job.status]}
            status={job.status === 'failed' ? 'error' : work === 'busy' ? 'process' : undefined}
            items={steps.map((title) => ({ title }))}
          />
        </section>
        {work === 'busy' && (
          <section className="eam-panel eam-import-work" role="status">
            <h2>{say(importStates[job.status])}</h2>
            <Progress percent={job.progress} status="active" aria-label={say(importStates[job.status])} />
            <p className="eam-hint">{word('import.leave')}</p>
            {(job.status === 'writing' || job.status === 'undoing') && <PhonesWait job={job} />}
          </section>
        )}
        {work === 'silent' && <Alert type="info" showIcon role="status" title={word('import.waits')} />}
        {job.status === 'failed' && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={job.note}
            action={<Button onClick={() => void check({})}>{word('import.again')}</Button>}
          />
        )}
        {job.status === 'failed' && job.archives.length > 0 && <ChooseFiles job={job} isBusy={verify.isPending} onCheck={check} />}
        {job.status === 'verified' && job.layout && (
          <>
            {job.note && <Alert type="warning" showIcon role="alert" title={job.note} />}
            {shown === 'columns' ? (
              <ImportColumns
                key={job.aliveAt}
                job={job}
                isBusy={verify.isPending}
                onDone={() => setPart('result')}
                onCheck={async (columns) => {
                  await check({ columns })
                  setPart('result')
                }}
              />
            ) : (
              <ImportResult
                // A person's agreement belongs to the verification it was given for.
                key={job.aliveAt}
                job={job}
                isBusy={verify.isPending}
                onColumns={() => setPart('columns')}
                onCheck={check}
                onChanged={onChanged}
              />
            )}
          </>
        )}
        {(job.status === 'done' || job.status === 'undone') && (
          <ImportDone job={job} onChanged={onChanged} onAgain={() => void check({})} />
        )}
      </div>
    </article>
  )
}
