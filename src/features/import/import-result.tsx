import { Button, Statistic } from 'antd'
import { type ReactNode, useState } from 'react'
import { deviceFiling } from '#contract/entities/asset/device/device-machines.ts'
import { importJob } from '#contract/entities/import/import-job.ts'
import { importCalls } from '#contract/registry.ts'
import { useAction } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { ImportChanges } from './import-changes.tsx'
import { ChooseFiles, ImportFiles } from './import-files.tsx'
import { ImportGroups } from './import-groups.tsx'
import type { Job } from './import-job.ts'
import { ImportOptions } from './import-options.tsx'
import { ImportProblems } from './import-problems.tsx'
import { PhonesWait } from './phones-wait.tsx'
import { bodyOf, everything } from './update-choice.ts'

interface Props {
  readonly job: Job
  readonly isBusy: boolean
  readonly onColumns: () => void
  readonly onCheck: (body: Readonly<Record<string, unknown>>) => Promise<void>
  readonly onChanged: () => void
}

/** The figures of an import that have a meaning in its state. */
export function ImportFigures({ job }: { readonly job: Job }): ReactNode {
  const { say } = useWords()
  const { rowCount, newCount, sameCount, changedCount, faultyCount, warningCount } = importJob.fields
  return (
    <div className="eam-import-figures">
      <Statistic title={say(rowCount)} value={job.rowCount} />
      <Statistic title={say(newCount)} value={job.newCount} />
      <Statistic title={say(sameCount)} value={job.sameCount} />
      <Statistic title={say(changedCount)} value={job.changedCount} />
      <Statistic title={say(faultyCount)} value={job.faultyCount} className={job.faultyCount > 0 ? 'eam-import-bad' : undefined} />
      <Statistic title={say(warningCount)} value={job.warningCount} />
    </div>
  )
}

/** What the check found: figures, what is decided about the file, problems by cause and cell by cell, and the bar that writes. */
export function ImportResult({ job, isBusy, onColumns, onCheck, onChanged }: Props): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const write = useAction(importCalls[job.target].write)
  const [isSkipping, setSkipping] = useState(true)
  const mayFile = useSession((state) => state.person?.rights.includes(deviceFiling.steps.sureEam.may) ?? false) && job.target === 'device'
  const [isFiled, setFiled] = useState(true)
  const [isAttaching, setAttaching] = useState(true)
  const [choice, setChoice] = useState(everything)
  const updates = bodyOf(choice, job.changes?.fields.map(({ field }) => field) ?? [])
  const isUpdating = job.changedCount > 0 && updates.update === 1
  const start = async (): Promise<void> => {
    const body = {
      id: job.id,
      skipFaulty: isSkipping ? 1 : 0,
      ...(mayFile ? { asFiled: isFiled ? 1 : 0 } : {}),
      ...(job.attached ? { attach: isAttaching ? 1 : 0 } : {}),
      ...(isUpdating ? updates : {}),
    }
    try {
      await write.mutateAsync({ body })
      onChanged()
    } catch (thrown) {
      notice.failed(thrown)
    }
  }
  const mayWrite = (job.faultyCount === 0 || isSkipping) && job.newCount + job.sameCount + job.changedCount > 0
  return (
    <>
      <section className="eam-panel">
        <ImportFigures job={job} />
        <ImportOptions
          job={job}
          isBusy={isBusy}
          onCheck={onCheck}
          isSkipping={isSkipping}
          onSkip={setSkipping}
          isFiled={mayFile && job.newCount > 0 ? isFiled : undefined}
          onFiled={setFiled}
        />
        <PhonesWait job={job} />
        <div className="eam-form-foot">
          <Button onClick={onColumns}>{word('import.columns')}</Button>
          <span className="eam-grow" />
          <Button type="primary" disabled={!mayWrite} loading={write.isPending} onClick={() => void start()}>
            {isUpdating && job.newCount === 0
              ? word('import.updateOnly')
              : word(isUpdating ? 'import.writeUpdates' : 'import.write', { count: job.newCount })}
          </Button>
        </div>
      </section>
      <ImportFiles job={job} isOn={isAttaching} onAttach={setAttaching}>
        <ChooseFiles job={job} isBusy={isBusy} onCheck={onCheck} />
      </ImportFiles>
      <ImportChanges job={job} choice={choice} onChoose={setChoice} isBusy={isBusy} onCheck={onCheck} />
      <ImportGroups job={job} isBusy={isBusy} onCheck={onCheck} />
      {job.faultyCount + job.warningCount > 0 && <ImportProblems job={job} />}
    </>
  )
}
