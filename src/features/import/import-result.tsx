import { Button, Checkbox, Statistic, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { importCalls } from '#contract/calls/import.ts'
import { deviceFiling } from '#contract/entities/asset/device-machines.ts'
import { location } from '#contract/entities/place/location.ts'
import { dept } from '#contract/entities/platform/dept.ts'
import { importJob } from '#contract/entities/platform/import-job.ts'
import { useAction } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import type { Job } from './import-job.ts'
import { ImportProblems } from './import-problems.tsx'

interface Props {
  readonly job: Job
  readonly onColumns: () => void
  readonly onCheck: (body: Readonly<Record<string, unknown>>) => Promise<void>
  readonly onChanged: () => void
}

const shownNames = 12

/** The figures of an import that have a meaning in its state. */
export function ImportFigures({ job }: { readonly job: Job }): ReactNode {
  const { say } = useWords()
  const { rowCount, newCount, sameCount, faultyCount, warningCount } = importJob.fields
  return (
    <div className="eam-import-figures">
      <Statistic title={say(rowCount)} value={job.rowCount} />
      <Statistic title={say(newCount)} value={job.newCount} />
      <Statistic title={say(sameCount)} value={job.sameCount} />
      <Statistic title={say(faultyCount)} value={job.faultyCount} className={job.faultyCount > 0 ? 'eam-import-bad' : undefined} />
      <Statistic title={say(warningCount)} value={job.warningCount} />
    </div>
  )
}

/** What the check found: figures, names to be created, problems cell by cell, and the button that writes. */
export function ImportResult({ job, onColumns, onCheck, onChanged }: Props): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const write = useAction(importCalls[job.target].write)
  const [isSkipping, setSkipping] = useState(false)
  const mayFile = useSession((state) => state.person?.rights.includes(deviceFiling.steps.sureEam.may) ?? false) && job.target === 'device'
  const [isFiled, setFiled] = useState(true)
  const start = async (): Promise<void> => {
    const body = {
      id: job.id,
      skipFaulty: isSkipping ? 1 : 0,
      ...(mayFile ? { asFiled: isFiled ? 1 : 0 } : {}),
    }
    try {
      await write.mutateAsync({ body })
      onChanged()
    } catch (thrown) {
      notice.failed(thrown)
    }
  }
  const mayWrite = (job.faultyCount === 0 || isSkipping) && job.newCount + job.sameCount > 0
  return (
    <>
      <section className="eam-panel">
        <ImportFigures job={job} />
        <Missing job={job} onChange={(isOn) => void onCheck({ createMissing: isOn ? 1 : 0 })} />
        <div className="eam-form-foot">
          <Button onClick={onColumns}>{word('import.columns')}</Button>
          <span className="eam-grow" />
          {job.faultyCount > 0 && (
            <Checkbox checked={isSkipping} onChange={({ target }) => setSkipping(target.checked)}>
              {word('import.skip', { count: job.faultyCount })}
            </Checkbox>
          )}
          {mayFile && job.newCount > 0 && (
            <Checkbox checked={isFiled} onChange={({ target }) => setFiled(target.checked)}>
              {word('import.filed')}
            </Checkbox>
          )}
          <Button type="primary" disabled={!mayWrite} loading={write.isPending} onClick={() => void start()}>
            {word('import.write', { count: job.newCount })}
          </Button>
        </div>
      </section>
      {job.faultyCount + job.warningCount > 0 && <ImportProblems job={job} />}
    </>
  )
}

function Missing({ job, onChange }: { readonly job: Job; readonly onChange: (isOn: boolean) => void }): ReactNode {
  const { word, say } = useWords()
  const lists = [
    { of: dept, names: job.missing?.dept ?? [] },
    { of: location, names: job.missing?.location ?? [] },
  ].filter(({ names }) => names.length > 0)
  if (lists.length === 0) return null
  return (
    <div className="eam-import-missing">
      <Checkbox checked={job.missing?.isCreated} onChange={({ target }) => onChange(target.checked)}>
        {word('import.create')}
      </Checkbox>
      {lists.map(({ of, names }) => (
        <p key={of.name}>
          {word('import.unknown', { what: say(of), count: names.length })}
          {names.slice(0, shownNames).map((name) => (
            <Tag key={name}>{name}</Tag>
          ))}
          {names.length > shownNames && '…'}
        </p>
      ))}
    </div>
  )
}
