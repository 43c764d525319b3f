import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { type ReactNode, useState } from 'react'
import { exportStart } from '#contract/calls/tooling/job.ts'
import { type Entity, urlsOf, type Verb } from '#contract/kit/entity/entity.ts'
import { download, invoke, type Query } from '#src/data/client.ts'
import { useWords, type WordKey } from '#src/words/words.ts'
import { saveFile } from './save-file.ts'
import { useNotice } from './use-notice.ts'

type FileVerb = Extract<Verb, 'export' | 'template'>

interface Props {
  readonly of: Entity
  readonly verb: FileVerb
  readonly query: Query
  readonly label: WordKey
}

interface FileFacts {
  /** URL after `/api`. */
  readonly path: string
  readonly query: Query
  /** File name without extension. */
  readonly name: string
  /** Tries to start a background job instead; returns whether it did. */
  readonly inBackground?: ((query: Query) => Promise<boolean>) | undefined
}

interface FileFetch {
  readonly isBusy: boolean
  /** Downloads the file as `xlsx` or `csv`. */
  readonly fetchFile: (format: string) => void
}

function useFile({ path, query, name, inBackground }: FileFacts): FileFetch {
  const { word } = useWords()
  const notice = useNotice()
  const [isBusy, setBusy] = useState(false)
  const fetchFile = async (format: string): Promise<void> => {
    setBusy(true)
    try {
      if (await inBackground?.({ ...query, format })) notice.done(word('jobs.inBackground'))
      else saveFile(await download(path, { ...query, format }, `${name}.${format}`))
    } catch (thrown) {
      notice.failed(thrown)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, fetchFile: (format) => void fetchFile(format) }
}

/** The formats of a sheet as menu items; CSV says that it protects texts. */
export const formatItems = (word: (key: WordKey) => string) => [
  { key: 'xlsx', label: 'Excel (.xlsx)' },
  {
    key: 'csv',
    label: (
      <>
        CSV (.csv)
        <div className="eam-hint eam-format-hint">{word('list.csvGuard')}</div>
      </>
    ),
  },
]

/** A button that downloads a sheet made by the server, as Excel or CSV. */
export function FileButton({
  label,
  icon = <DownloadOutlined />,
  ...facts
}: FileFacts & { readonly label: WordKey; readonly icon?: ReactNode }): ReactNode {
  const { word } = useWords()
  const { isBusy, fetchFile } = useFile(facts)
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: formatItems(word),
        onClick: ({ key }) => fetchFile(key),
      }}
    >
      <Button className="eam-folds-next" title={word(label)} icon={icon} loading={isBusy}>
        {word(label)}
      </Button>
    </Dropdown>
  )
}

/** Starts an export as a background job; returns false when the server finds it small enough to download directly. */
async function startExport(of: Entity, query: Query): Promise<boolean> {
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  const { id } = await invoke(exportStart, { body: { entity: of.name, search: new URLSearchParams(given).toString() } })
  return id !== null
}

const factsOf = (of: Entity, verb: FileVerb, query: Query, name: string): FileFacts => ({
  path: urlsOf(of, verb)[0]!,
  query,
  name,
  inBackground: verb === 'export' ? (asked) => startExport(of, asked) : undefined,
})

/** Downloads the rows of a list, or its empty import template, from a menu. */
export function useDownload(of: Entity, verb: FileVerb, query: Query): FileFetch {
  const { say } = useWords()
  return useFile(factsOf(of, verb, query, say(of)))
}

/** A button that downloads the rows of a list or its empty import template. Large exports run in the background. */
export function DownloadButton({ of, verb, query, label }: Props): ReactNode {
  const { say } = useWords()
  return <FileButton {...factsOf(of, verb, query, say(of))} label={label} />
}
