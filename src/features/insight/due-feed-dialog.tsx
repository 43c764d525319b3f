import { CalendarOutlined } from '@ant-design/icons'
import { Alert, App, Button, Modal, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { dueFeed, dueFeedEnd, dueFeedMake } from '#contract/calls/insight/due.ts'
import { useAction, useCall } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

/** Opens the person's calendar feed: an address from which a calendar program reads what is due. */
export function DueFeedButton(): ReactNode {
  const { word } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<CalendarOutlined />} onClick={() => setOpen(true)}>
        {word('due.feed')}
      </Button>
      {isOpen && (
        <Modal open title={word('due.feedTitle')} footer={null} mask={{ closable: false }} onCancel={() => setOpen(false)}>
          <Feed />
        </Modal>
      )}
    </>
  )
}

function Feed(): ReactNode {
  const { word, say, language } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const state = useCall(dueFeed, {})
  const make = useAction(dueFeedMake)
  const end = useAction(dueFeedEnd)
  const [made, setMade] = useState<string>()
  if (!state.data) return <Outcome isLoading={state.isPending} error={state.error} onRetry={() => void state.refetch()} />
  const { madeAt } = state.data
  const begin = async (): Promise<void> => {
    try {
      const { path } = await make.mutateAsync({ body: {} })
      setMade(`${location.origin}/api${path}`)
      await state.refetch()
    } catch (thrown) {
      notice.failed(thrown)
    }
  }
  const stop = async (): Promise<void> => {
    setMade(undefined)
    await notice.tell(end.mutateAsync({ body: {} }), word('due.feedEnded'))
    await state.refetch()
  }
  const renew = (): void => void modal.confirm({ title: word('due.feedRenew'), content: word('due.feedRenewHint'), onOk: begin })
  return (
    <>
      <p>{word('due.feedHint')}</p>
      {made && (
        <>
          <Typography.Paragraph copyable={{ text: made }} className="eam-due-address">
            <code data-testid="feed-address">{made}</code>
          </Typography.Paragraph>
          <Alert type="warning" showIcon title={word('due.feedOnce')} />
        </>
      )}
      {madeAt && !made && <p>{word('due.feedSince', { at: momentText(madeAt, language) })}</p>}
      <div className="eam-due-feed-acts">
        {!madeAt && (
          <Button type="primary" loading={make.isPending} onClick={() => void begin()}>
            {say(dueFeedMake)}
          </Button>
        )}
        {madeAt && !made && <Button onClick={renew}>{word('due.feedRenewAct')}</Button>}
        {madeAt && (
          <Button danger loading={end.isPending} onClick={() => void stop()}>
            {say(dueFeedEnd)}
          </Button>
        )}
      </div>
    </>
  )
}
