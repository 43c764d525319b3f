import { Button } from 'antd-mobile'
import { useEffect, useRef, useState } from 'react'
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
import { serviceOrder } from '#contract/entities/service/service-order.ts'
import { useAction, useCall, useList, useSendOnce } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { uploadFile } from '#src/data/upload.ts'
import { PhoneQueries } from '#src/kit/phone/queries.tsx'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { notice } from '#src/kit/phone/toast.ts'
import type { FormBody } from '#src/kit/widgets/phone/fields/form-body.ts'
import { StepSheet } from '#src/kit/widgets/phone/step-sheet.tsx'
import { useWords } from '#src/words/words.ts'
import { OrderPhotos } from './order-photos.tsx'

/** The calls of each side. */
const sides = {
  hospital: { list: hospitalMessages, write: writeToProvider, read: hospitalMessagesRead },
  provider: { list: providerMessages, write: writeToHospital, read: providerMessagesRead },
} as const
type Side = keyof typeof sides

/** What both sides of the newest share of a repair order have written; it needs a network. */
export function OrderMessages({ repairId }: { repairId: string }) {
  return (
    <PhoneQueries>
      {/* Else the messages of another order stay until this one has answered. */}
      <NewestShare key={repairId} repairId={repairId} />
    </PhoneQueries>
  )
}

function NewestShare({ repairId }: { repairId: string }) {
  const { online } = useSync()
  const asked = { repairOrderId: repairId, columns: 'orderNo', current: 1, size: 1 }
  const shares = useList(serviceOrder, online ? asked : undefined)
  const id = shares.data?.records[0]?.id
  return id ? <Thread id={id} side="hospital" /> : null
}

/** The same on the provider's side. */
export function MessagesOfOrder({ id }: { id: string }) {
  return (
    <PhoneQueries>
      <Thread key={id} id={id} side="provider" />
    </PhoneQueries>
  )
}

function Thread({ id, side }: { id: string; side: Side }) {
  const { say, language } = useWords()
  const { list, write: writing, read } = sides[side]
  const { online } = useSync()
  const { data } = useCall(list, { id }, online)
  const { mutate: markRead } = useAction(read)
  const write = useSendOnce(writing)
  // Pictures that have been sent: a message that is sent again has the same ones.
  const uploaded = useRef(new Map<string, string>())
  const mayWrite = useRight(writing.may)
  const [isWriting, setWriting] = useState(false)
  const unread = data?.unread ?? 0
  useEffect(() => {
    if (unread > 0) markRead({ body: { id } })
  }, [unread, id, markRead])
  // A message that is being written stays while the network is gone.
  if (!data || !(online || isWriting) || (data.messages.length === 0 && !data.isOpen)) return null

  const send = async ({ body, photos }: Pick<FormBody, 'body' | 'photos'>): Promise<void> => {
    try {
      const sent: string[] = []
      for (const { id: photoId, bytes, name, type } of photos) {
        const file = uploaded.current.get(photoId) ?? (await uploadFile(new File([bytes], name, { type })))
        uploaded.current.set(photoId, file)
        sent.push(file)
      }
      await write.mutateAsync({ ...body, photos: sent, id })
    } catch (error) {
      soundOf('bad')
      return void notice(error instanceof Error ? error.message : String(error))
    }
    soundOf('good')
    setWriting(false)
  }

  return (
    <section className="ph-card" aria-label={say(orderMessage)}>
      <h2>{say(orderMessage)}</h2>
      <ol className="ph-messages">
        {data.messages.map((one) => (
          <li key={one.id}>
            <span className="ph-quiet">{[one.authorName, shortTime(one.sentAt, language)].join(' · ')}</span>
            {one.content ? <p>{one.content}</p> : null}
            <OrderPhotos ids={one.photos} />
          </li>
        ))}
      </ol>
      {data.isOpen && mayWrite ? (
        <Button block onClick={() => setWriting(true)}>
          {say(writing)}
        </Button>
      ) : null}
      {isWriting ? <StepSheet step={{ ...writing, input: messageInput }} onTake={send} onClose={() => setWriting(false)} /> : null}
    </section>
  )
}
