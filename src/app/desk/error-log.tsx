import { BugOutlined } from '@ant-design/icons'
import { App, Badge, Button, Table } from 'antd'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { clearLog, errorLog, type LogEntry, onErrorLog, sendLog } from '#src/data/error-log.ts'
import { useSession } from '#src/data/session.ts'
import { kept } from '#src/data/stored.ts'
import { Dialog } from '#src/kit/dialog/dialog.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

/** The faults kept on this computer, for administrators while `eam-debug` is on: read, send, clear. */
export function ErrorLog(): ReactNode {
  const { word, language } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const isAdministrator = useSession((state) => state.person?.role_name?.includes('administrator') ?? false)
  const [isOpen, setOpen] = useState(false)
  const entries = useSyncExternalStore(onErrorLog, errorLog)
  if (!isAdministrator || kept<boolean>('debug') !== true) return null
  const askUpload = (): void => {
    modal.confirm({
      title: word('logs.askUpload'),
      onOk: async () => {
        try {
          await sendLog()
          notice.done(word('logs.sent'))
        } catch (thrown) {
          notice.failed(thrown)
        }
      },
    })
  }
  const askClear = (): void => {
    modal.confirm({
      title: word('logs.askClear'),
      onOk: () => {
        clearLog()
        notice.done(word('logs.cleared'))
      },
    })
  }
  return (
    <>
      <Badge count={entries.length} overflowCount={99} size="small">
        <Button type="text" icon={<BugOutlined />} aria-label={word('logs.title')} onClick={() => setOpen(true)} />
      </Badge>
      <Dialog
        open={isOpen}
        onCancel={() => setOpen(false)}
        title={word('logs.title')}
        footer={
          <>
            <Button disabled={entries.length === 0} onClick={askUpload}>
              {word('logs.upload')}
            </Button>
            <Button disabled={entries.length === 0} danger onClick={askClear}>
              {word('logs.clear')}
            </Button>
          </>
        }
      >
        <Table<LogEntry & { readonly place: number }>
          rowKey="place"
          size="small"
          dataSource={entries.map((entry, place) => ({ ...entry, place })).reverse()}
          locale={{ emptyText: word('logs.none') }}
          expandable={{ expandedRowRender: (entry) => <pre className="eam-stack">{`${entry.stack}\n${entry.info}`}</pre> }}
          columns={[
            { key: 'time', title: word('logs.time'), width: 160, render: (_value, entry) => momentText(entry.time, language) },
            { key: 'message', title: word('logs.message'), dataIndex: 'message', ellipsis: true },
            { key: 'url', title: word('logs.page'), dataIndex: 'url', ellipsis: true },
          ]}
        />
      </Dialog>
    </>
  )
}
