import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { type ReactNode, useState } from 'react'
import { type Entity, urlsOf, type Verb } from '#contract/kit/entity.ts'
import { download, type Query } from '#src/data/client.ts'
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
}

/** Downloads a sheet that the server makes, as Excel or CSV. */
export function FileButton({ path, query, name, label, icon = <DownloadOutlined /> }: FileProps): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const [isBusy, setBusy] = useState(false)
  const fetchFile = async (format: string): Promise<void> => {
    setBusy(true)
    try {
      saveFile(await download(path, { ...query, format }, `${name}.${format}`))
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

/** Downloads the rows a list shows, or the empty table to fill in. */
export function DownloadButton({ of, verb, query, label }: Props): ReactNode {
  const { say } = useWords()
  // Folded buttons are distinguished by their icons.
  const icon = verb === 'template' ? <FileExcelOutlined /> : undefined
  return <FileButton path={urlsOf(of, verb)[0]!} query={query} name={say(of)} label={label} icon={icon} />
}
