import { App } from 'antd'
import { eraseCard } from '#contract/calls/asset/device-cards.ts'
import { type Row, useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** Deleting a card with its documents, parts and its place in the book, filed or not, for who has the right; asks first. */
export function useErase(row: Row, onErased: () => void) {
  const { say, word } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const mayErase = useRight(eraseCard.may)
  const erase = useAction(eraseCard)
  const ask = (): void => {
    modal.confirm({
      title: say(eraseCard),
      content: word('device.eraseAsk', { name: String(row.deviceName ?? '') }),
      okText: word('common.confirm'),
      okButtonProps: { danger: true },
      cancelText: word('common.cancel'),
      onOk: async () => {
        try {
          await erase.mutateAsync({ query: { deviceCardId: row.id } })
          notice.done(word('step.done', { step: say(eraseCard) }))
          onErased()
        } catch (thrown) {
          notice.failed(thrown)
        }
      },
    })
  }
  return mayErase ? [{ key: 'erase', label: say(eraseCard), onClick: ask }] : []
}
