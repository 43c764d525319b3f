import { InboxOutlined } from '@ant-design/icons'
import { Button, Progress, Segmented, Upload } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { importCalls, userTemplate } from '#contract/calls/import.ts'
import { importTargets } from '#contract/entities/platform/import-job.ts'
import type { ImportTarget } from '#contract/imports.ts'
import { pathsOf } from '#contract/kit/call.ts'
import { urlsOf } from '#contract/kit/entity.ts'
import { entityNamed } from '#contract/registry.ts'
import { FILE_MAX_BYTES } from '#contract/sync-blobs.ts'
import { download, invoke } from '#src/data/client.ts'
import { useSession } from '#src/data/session.ts'
import { uploadFile } from '#src/data/upload.ts'
import { saveFile } from '#src/kit/save-file.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

const mostMb = FILE_MAX_BYTES / 1024 / 1024
const templateOf = (target: ImportTarget): string =>
  target === 'user' ? pathsOf(userTemplate)[0]! : urlsOf(entityNamed(target), 'template')[0]!

// What Excel wrote before 2007, and what it locks with a password, begins like this.
const oldExcel = [0xd0, 0xcf, 0x11, 0xe0]

const isOldExcel = async (file: File): Promise<boolean> => {
  const head = new Uint8Array(await file.slice(0, oldExcel.length).arrayBuffer())
  return oldExcel.every((byte, at) => head[at] === byte)
}

/** Where a new import begins: what it goes into, its template, and the file. */
export function NewImport({ onStarted }: { readonly onStarted: (id: string) => void }): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const rights = useSession((state) => state.person?.rights)
  const open = (Object.keys(importTargets) as ImportTarget[]).filter((target) => rights?.includes(importCalls[target].verify.may))
  const [chosen, setChosen] = useState<ImportTarget>()
  const [percent, setPercent] = useState<number>()
  const [query] = useSearchParams()
  // A list that leads here says what is meant.
  const target = chosen ?? open.find((one) => one === query.get('into')) ?? open[0]
  if (!target) return null
  const start = async (file: File): Promise<void> => {
    if (file.size > FILE_MAX_BYTES) return notice.warn(word('file.tooLarge', { name: file.name, mb: mostMb }))
    if (await isOldExcel(file)) return notice.warn(word('import.oldExcel', { name: file.name }))
    setPercent(0)
    try {
      const source = await uploadFile(file, (share) => setPercent(Math.round(share * 100)))
      onStarted((await invoke(importCalls[target].verify, { body: { source: [source], createMissing: 1 } })).id)
    } catch (thrown) {
      notice.failed(thrown)
    } finally {
      setPercent(undefined)
    }
  }
  const fetchTemplate = async (): Promise<void> => {
    try {
      saveFile(await download(templateOf(target), { format: 'xlsx' }, `${say(importTargets[target])}.xlsx`))
    } catch (thrown) {
      notice.failed(thrown)
    }
  }
  return (
    <section className="eam-panel" aria-label={word('import.new')}>
      <h2>{word('import.new')}</h2>
      <div className="eam-toolbar">
        <Segmented<ImportTarget>
          value={target}
          onChange={setChosen}
          disabled={percent !== undefined}
          options={open.map((one) => ({ value: one, label: say(importTargets[one]) }))}
        />
        <Button onClick={() => void fetchTemplate()}>{word('list.template')}</Button>
      </div>
      <div>
        <Upload.Dragger
          accept=".xlsx,.xls,.csv"
          multiple={false}
          showUploadList={false}
          disabled={percent !== undefined}
          customRequest={({ file }) => {
            if (file instanceof File) void start(file)
          }}
        >
          <p className="ant-upload-drag-icon">
            <InboxOutlined />
          </p>
          <p className="ant-upload-text">{word('import.drop')}</p>
          <p className="ant-upload-hint">{word('import.dropHint', { mb: mostMb })}</p>
          {percent !== undefined && <Progress percent={percent} aria-label={word('import.sending')} />}
        </Upload.Dragger>
      </div>
    </section>
  )
}
