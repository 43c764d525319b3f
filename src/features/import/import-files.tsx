import { Button, Checkbox, Progress, Select, Table, Upload } from 'antd'
import { type ReactNode, useState } from 'react'
import { fileOutcomes } from '#contract/calls/import/import.ts'
import { importFacts } from '#contract/imports.ts'
import { entityNamed } from '#contract/registry.ts'
import { useRight } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { type ImportFile, type Job, useFiles } from './import-job.ts'
import { isTooLarge, mostZipMb, sendAll, takesFiles } from './send-files.ts'
import { UnreadableZip } from './split-zip.ts'

interface ChooseProps {
  readonly job: Job
  readonly isBusy: boolean
  readonly onCheck: (body: Readonly<Record<string, unknown>>) => Promise<void>
}

/** Sends an archive of pictures and documents for an import whose list is there already, in place of an earlier one. */
export function ChooseFiles({ job, isBusy, onCheck }: ChooseProps): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const [percent, setPercent] = useState<number>()
  const may = useRight(`${importFacts[job.target].files?.entity}.submit`)
  if (!takesFiles(job.target) || !may) return null
  const send = async (file: File): Promise<void> => {
    if (isTooLarge(file)) return notice.warn(word('file.tooLarge', { name: file.name, mb: mostZipMb }))
    setPercent(0)
    try {
      await onCheck({ archives: await sendAll([file], (share) => setPercent(Math.round(share * 100))) })
    } catch (thrown) {
      if (thrown instanceof UnreadableZip) notice.warn(word('import.badZip', { name: file.name }))
      else notice.failed(thrown)
    } finally {
      setPercent(undefined)
    }
  }
  return (
    <div className="eam-toolbar">
      <Upload
        accept=".zip"
        showUploadList={false}
        disabled={isBusy || percent !== undefined}
        customRequest={({ file }) => {
          if (file instanceof File) void send(file)
        }}
      >
        <Button disabled={isBusy || percent !== undefined}>
          {word(job.archives.length > 0 ? 'import.otherFiles' : 'import.chooseFiles')}
        </Button>
      </Upload>
      {job.archives.length > 0 && (
        <Button disabled={isBusy || percent !== undefined} onClick={() => void onCheck({ archives: [] })}>
          {word('import.noFiles')}
        </Button>
      )}
      {percent !== undefined && <Progress className="eam-import-filter" percent={percent} aria-label={word('import.sending')} />}
    </div>
  )
}

interface Props {
  readonly job: Job
  /** Whether the files go in, while it is asked. */
  readonly isOn?: boolean
  readonly onAttach?: (isOn: boolean) => void
  /** The way to choose an archive. */
  readonly children?: ReactNode
}

/** The pictures and documents beside a list: how many go to how many rows, which do not and why, and each of them. */
export function ImportFiles({ job, isOn, onAttach, children }: Props): ReactNode {
  const { word, say } = useWords()
  const { attached } = job
  if (!attached && !(children && takesFiles(job.target))) return null
  const { offered = 0, written = 0 } = attached?.of ?? {}
  return (
    <section className="eam-panel eam-import-files" aria-label={word('import.files')}>
      <h2>{word('import.files')}</h2>
      {attached && onAttach && (
        <>
          <p>{word('import.filesFound', { count: attached.files, offered, rows: attached.rows })}</p>
          {offered > 0 && (
            <Checkbox checked={isOn ?? false} onChange={({ target }) => onAttach(target.checked)}>
              {word('import.attach', { count: offered })}
            </Checkbox>
          )}
        </>
      )}
      {attached && !onAttach && <p>{word('import.filesAdded', { count: attached.files, written })}</p>}
      {!attached && <p className="eam-hint">{word('import.dropFiles', { mb: mostZipMb })}</p>}
      {children}
      {attached && (
        <ul className="eam-import-options">
          {attached.reasons.map((reason) => (
            <li key={reason.zh}>
              {word('import.filesWhy', { count: reason.files, why: say(reason) })}{' '}
              <span className="eam-none">
                {reason.samples.join(word('mark.list'))}
                {reason.files > reason.samples.length && '…'}
              </span>
            </li>
          ))}
        </ul>
      )}
      {attached && <Files job={job} />}
    </section>
  )
}

function Files({ job }: { readonly job: Job }): ReactNode {
  const { word, say } = useWords()
  const [outcome, setOutcome] = useState<string>()
  const [{ current, size }, setPage] = useState({ current: 1, size: 20 })
  const files = useFiles(job, { outcome, current, size })
  return (
    <>
      <div className="eam-toolbar">
        <Select
          allowClear
          className="eam-import-filter"
          placeholder={word('import.outcome')}
          aria-label={word('import.outcome')}
          options={Object.entries(fileOutcomes).map(([value, words]) => ({ value, label: say(words) }))}
          value={outcome}
          onChange={(next?: string) => {
            setOutcome(next)
            setPage((now) => ({ ...now, current: 1 }))
          }}
        />
      </div>
      {files.data ? (
        <Table<ImportFile>
          rowKey="id"
          size="small"
          loading={files.isFetching && files.isPlaceholderData}
          dataSource={[...files.data.records]}
          pagination={{
            current,
            pageSize: size,
            total: files.data.total,
            showSizeChanger: true,
            onChange: (next, of) => setPage({ current: next, size: of }),
          }}
          columns={[
            { key: 'path', title: word('import.path'), dataIndex: 'path', ellipsis: true },
            { key: 'row', title: word('import.row'), dataIndex: 'row', width: 80, align: 'end' },
            { key: 'title', title: say(entityNamed(job.target)), dataIndex: 'title', width: 220, ellipsis: true },
            {
              key: 'outcome',
              title: word('import.outcome'),
              width: 320,
              render: (_value, { outcome: of, outcomeValue, message }) => (
                <>
                  <ToneTag tone={fileOutcomes[of].tone}>{outcomeValue}</ToneTag>
                  {message}
                </>
              ),
            },
          ]}
        />
      ) : (
        <Outcome isLoading={!files.error} error={files.error} onRetry={() => void files.refetch()} />
      )}
    </>
  )
}
