import { Badge, Button, Form, Input } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import {
  hospitalMessages,
  hospitalMessagesRead,
  messageInput,
  providerMessages,
  providerMessagesRead,
  writeToHospital,
  writeToProvider,
} from '#contract/calls/service/order-messages.ts'
import { orderMessage } from '#contract/entities/service/order-message.ts'
import { useAction, useCall, useSendOnce } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { uploadsUnderWay } from '#src/data/upload.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { Photos } from '#src/kit/photos.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { momentText } from '#src/kit/value-text.ts'
import { FileInput } from '#src/kit/widgets/desk/file-input.tsx'
import { useWords } from '#src/words/words.ts'
import './order-thread.css'

/** The calls of each side. */
const sides = {
  hospital: { list: hospitalMessages, write: writeToProvider, read: hospitalMessagesRead },
  provider: { list: providerMessages, write: writeToHospital, read: providerMessagesRead },
} as const

interface Props {
  readonly id: string
  readonly side: keyof typeof sides
}

/** What both sides of a shared order have written to each other, and the field for more while the order is shared. Who sees it has read it. */
export function OrderThread({ id, side }: Props): ReactNode {
  const { say, word, language } = useWords()
  const { list, write, read } = sides[side]
  const found = useCall(list, { id })
  const { mutate: markRead } = useAction(read)
  const mayWrite = useRight(write.may)
  const unread = found.data?.unread ?? 0
  // What was unread when the person came stays counted while they look at it.
  const [fresh, setFresh] = useState(0)
  useEffect(() => {
    if (unread === 0) return
    setFresh((count) => Math.max(count, unread))
    markRead({ body: { id } })
  }, [unread, id, markRead])
  const { data } = found
  if (!data) return <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
  return (
    <section className="eam-panel eam-thread" aria-label={word('thread.title')}>
      <h2>
        {word('thread.title')} {fresh > 0 && <Badge count={word('thread.unread', { n: fresh })} />}
      </h2>
      {data.messages.length === 0 && <p className="eam-hint">{word(data.isOpen ? 'thread.none' : 'thread.closed')}</p>}
      <ol aria-live="polite">
        {data.messages.map((message) => (
          <li key={message.id} data-side={message.side === side ? 'own' : 'other'}>
            <p className="eam-hint">
              {message.authorName} · {momentText(message.sentAt, language)}
            </p>
            {message.content && <p className="eam-thread-text">{message.content}</p>}
            {message.photos.length > 0 && <Photos ids={message.photos} label={say(messageInput.photos)} />}
          </li>
        ))}
      </ol>
      {data.isOpen && mayWrite && <Reply id={id} write={write} label={say(write)} />}
    </section>
  )
}

interface ReplyProps {
  readonly id: string
  readonly write: (typeof sides)[keyof typeof sides]['write']
  readonly label: string
}

/** The field for a message; what could not be sent stays in it. */
function Reply({ id, write, label }: ReplyProps): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const [form] = Form.useForm<{ content?: string; photos?: readonly string[] }>()
  const content = Form.useWatch('content', form)?.trim() ?? ''
  const photos = Form.useWatch('photos', form) ?? []
  const { mutateAsync, isPending } = useSendOnce(write)
  const send = async (): Promise<void> => {
    try {
      await mutateAsync({ id, content, photos })
      form.resetFields()
    } catch (thrown) {
      notice.failed(thrown)
    }
  }
  return (
    <Form form={form} layout="vertical" onFinish={() => void send()}>
      <Form.Item name="content" label={label}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={orderMessage.fields.content.max} />
      </Form.Item>
      <Form.Item
        name="photos"
        label={say(messageInput.photos)}
        rules={[{ validator: () => (uploadsUnderWay() > 0 ? Promise.reject(new Error(word('file.wait'))) : Promise.resolve()) }]}
      >
        <FileInput most={messageInput.photos.max} types={messageInput.photos.types} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isPending} disabled={content === '' && photos.length === 0}>
        {word('thread.send')}
      </Button>
    </Form>
  )
}
