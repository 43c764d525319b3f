import { InboxOutlined } from '@ant-design/icons'
import { Alert, Button, Progress, Segmented, Upload } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { userTemplate } from '#contract/calls/import/import.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { urlsOf } from '#contract/kit/entity/entity.ts'
import { entityNamed, type ImportTarget, importCalls } from '#contract/registry.ts'
import { download, invoke } from '#src/data/client.ts'
import { useSession } from '#src/data/session.ts'
import { forget, keep, kept } from '#src/data/stored.ts'
import { mayResume } from '#src/data/upload.ts'
import { saveFile } from '#src/kit/save-file.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { isTooLarge, isZip, mostMb, mostZipMb, sendAll, takesFiles } from './send-files.ts'
import { UnreadableZip } from './split-zip.ts'

const templateOf = (target: ImportTarget): string =>
  target === 'user' ? pathsOf(userTemplate)[0]! : urlsOf(entityNamed(target), 'template')[0]!

// What Excel wrote before 2007, and what it locks with a password, begins like this.
const oldExcel = [0xd0, 0xcf, 0x11, 0xe0]

const isOldExcel = async (file: File): Promise<boolean> => {
  const head = new Uint8Array(await file.slice(0, oldExcel.length).arrayBuffer())
  return oldExcel.every((byte, at) => head[at] === byte)
}

/** Whether a file cannot be read as it was chosen: a browser refuses one that was changed on disk or is gone. */
const isUnreadable = (thrown: unknown): boolean =>
  thrown instanceof DOMException && (thrown.name === 'NotReadableError' || thrown.name === 'NotFoundError')

/**
 * An import that has not begun: its upload has not arrived whole, or has, as `source`, and is not taken up yet. `files` are gone after a reload, when a browser
 * hands them out only to who chooses them again.
 */
interface Unfinished {
  readonly name: string
  readonly percent: number
  readonly target: ImportTarget
  readonly source?: string
  readonly archives?: readonly string[]
  readonly files?: readonly File[]
}

/** The upload that this person has not finished, also in an earlier visit. */
function useUnfinished() {
  const userId = useSession((state) => state.person?.user_id)
  const place = `import-upload-${userId}`
  const [unfinished, setUnfinished] = useState(() => kept<Unfinished>(place))
  const note = (now: Unfinished | undefined): void => {
    setUnfinished(now)
    const { files: _files, ...lasting } = now ?? {}
    if (now) keep(place, lasting)
    else forget(place)
  }
  return [unfinished, note] as const
}

/** Where a new import begins: what it goes into, its template, and the file. */
export function NewImport({ onStarted }: { readonly onStarted: (id: string) => void }): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const rights = useSession((state) => state.person?.rights)
  const open = (Object.keys(importCalls) as ImportTarget[]).filter((target) => rights?.includes(importCalls[target].verify.may))
  const [chosen, setChosen] = useState<ImportTarget>()
  const [percent, setPercent] = useState<number>()
  const [unfinished, note] = useUnfinished()
  const [query] = useSearchParams()
  // A list that leads here says what is meant.
  const target = chosen ?? open.find((one) => one === query.get('into')) ?? open.find((one) => one === unfinished?.target) ?? open[0]
  if (!target) return null
  const verify = async (name: string, into: ImportTarget, source: string, archives: readonly string[]): Promise<void> => {
    // What has arrived is taken up again after a failure, and not sent again.
    note({ name, percent: 100, target: into, source, archives })
    try {
      const { id } = await invoke(importCalls[into].verify, {
        body: { source: [source], createMissing: 1, ...(archives.length > 0 ? { archives } : {}) },
      })
      note(undefined)
      onStarted(id)
    } catch (thrown) {
      if (!mayResume(thrown)) note(undefined)
      notice.failed(thrown)
    }
  }
  const start = async (chosen: readonly File[], into: ImportTarget): Promise<void> => {
    // The list before the archives; without one it is in the first archive.
    const files = [...chosen].sort((one, other) => Number(isZip(one)) - Number(isZip(other)))
    const [first, second] = files
    if (!first) return
    if (second && !isZip(second)) return notice.warn(word('import.oneList'))
    const { name } = first
    const large = files.find(isTooLarge)
    if (large) return notice.warn(word('file.tooLarge', { name: large.name, mb: isZip(large) ? mostZipMb : mostMb }))
    let arrived = unfinished?.name === name ? unfinished.percent : 0
    try {
      if (await isOldExcel(first)) return notice.warn(word('import.oldExcel', { name }))
      setPercent(0)
      const [source, ...archives] = await sendAll(files, (share) => {
        arrived = Math.round(share * 100)
        setPercent(arrived)
        note({ name, percent: arrived, target: into })
      })
      await verify(name, into, source!, archives)
    } catch (thrown) {
      note(mayResume(thrown) ? { name, percent: arrived, target: into, files } : undefined)
      if (thrown instanceof UnreadableZip) notice.warn(word('import.badZip', { name: files.find(isZip)!.name }))
      else if (isUnreadable(thrown)) notice.warn(word('import.chooseAgain', { name }))
      else notice.failed(thrown)
    } finally {
      setPercent(undefined)
    }
  }
  const goOn = async ({ name, target: into, source, archives = [], files }: Unfinished): Promise<void> => {
    if (source === undefined) return files && start(files, into)
    setPercent(100)
    await verify(name, into, source, archives)
    setPercent(undefined)
  }
  const fetchTemplate = async (): Promise<void> => {
    try {
      saveFile(await download(templateOf(target), { format: 'xlsx' }, `${say(entityNamed(target))}.xlsx`))
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
          options={open.map((one) => ({ value: one, label: say(entityNamed(one)) }))}
        />
        <Button onClick={() => void fetchTemplate()}>{word('list.template')}</Button>
      </div>
      {unfinished && percent === undefined && (
        <Alert
          type="warning"
          showIcon
          title={word(unfinished.source ? 'import.arrived' : unfinished.files ? 'import.paused' : 'import.unfinished', {
            name: unfinished.name,
            percent: unfinished.percent,
          })}
          action={
            (unfinished.source || unfinished.files) && (
              <Button type="primary" onClick={() => void goOn(unfinished)}>
                {word(unfinished.source ? 'common.retry' : 'import.resume')}
              </Button>
            )
          }
          closable={{ onClose: () => note(undefined) }}
        />
      )}
      <div>
        <Upload.Dragger
          accept={takesFiles(target) ? '.xlsx,.xls,.csv,.zip' : '.xlsx,.xls,.csv'}
          multiple={takesFiles(target)}
          showUploadList={false}
          disabled={percent !== undefined}
          // Called for each of the chosen files with all of them.
          beforeUpload={(file, chosen) => {
            if (file === chosen.at(-1)) void start(chosen, target)
            return Upload.LIST_IGNORE
          }}
        >
          <p className="ant-upload-drag-icon">
            <InboxOutlined />
          </p>
          <p className="ant-upload-text">{word('import.drop')}</p>
          <p className="ant-upload-hint">{word('import.dropHint', { mb: mostMb })}</p>
          {takesFiles(target) && <p className="ant-upload-hint">{word('import.dropFiles', { mb: mostZipMb })}</p>}
          {percent !== undefined && <Progress percent={percent} aria-label={word('import.sending')} />}
        </Upload.Dragger>
      </div>
    </section>
  )
}
