import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { type ReactNode, useState } from 'react'
import { exportStart } from '#contract/calls/job.ts'
import { type Entity, urlsOf, type Verb } from '#contract/kit/entity.ts'
import { download, invoke, type Query } from '#src/data/client.ts'
import { useWords, type WordKey } from '#src/words/words.ts'
import { saveFile } from './save-file.ts'
import { useNotice } from './use-notice.ts'

interface Props {
  readonly of: Entity
  readonly verb: Extract<Verb, 'export' | 'template'>
  readonly query: Query
  readonly label: WordKey
}

interface FileProps {
  /** URL after `/api`. */
  readonly path: string
  readonly query: Query
  /** Name of the file, without its extension. */
  readonly name: string
  readonly label: WordKey
  readonly icon?: ReactNode
  /** Tries to have it made in the background; answers whether it is. */
  readonly inBackground?: (query: Query) => Promise<boolean>
}

/** Downloads a sheet that the server makes, as Excel or CSV. */
export function FileButton({ path, query, name, label, icon = <DownloadOutlined />, inBackground }: FileProps): ReactNode {
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
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'xlsx', label: 'Excel (.xlsx)' },
          { key: 'csv', label: 'CSV (.csv)' },
        ],
        onClick: ({ key }) => void fetchFile(key),
      }}
    >
      <Button className="eam-folds-next" title={word(label)} icon={icon} loading={isBusy}>
        {word(label)}
      </Button>
    </Dropdown>
  )
}

/** Starts an export in the background where it has many rows. */
async function startExport(of: Entity, query: Query): Promise<boolean> {
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  const { id } = await invoke(exportStart, { body: { entity: of.name, search: new URLSearchParams(given).toString() } })
  return id !== null
}

/** Downloads the rows a list shows, or the empty table to fill in. Exports of many rows are made in the background. */
export function DownloadButton({ of, verb, query, label }: Props): ReactNode {
  const { say } = useWords()
  // Folded buttons are distinguished by their icons.
  const icon = verb === 'template' ? <FileExcelOutlined /> : undefined
  const inBackground = verb === 'export' ? (asked: Query) => startExport(of, asked) : undefined
  return <FileButton path={urlsOf(of, verb)[0]!} query={query} name={say(of)} label={label} icon={icon} inBackground={inBackground} />
}
