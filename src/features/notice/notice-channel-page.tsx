import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { channelEnable, channelMailSecret, channelSecret, channelTest } from '#contract/calls/notice/notice-channel.ts'
import { noticeChannel } from '#contract/entities/notice/notice-channel.ts'
import { type Row, useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { EnableButton } from '#src/kit/widgets/desk/enable-button.tsx'
import { useWords } from '#src/words/words.ts'

/** Where notices of the tenant go beside the bell: activated or not, the secrets of robots and mail accounts, and a trial. */
export const NoticeChannelPage = (): ReactNode => <EntityPage of={noticeChannel} rowActions={(row) => <Acts row={row} />} />

function Acts({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const [isAsked, setAsked] = useState(false)
  const trial = useAction(channelTest)
  const enable = useAction(channelEnable)
  if (!useRight(channelEnable.may)) return null
  const isMail = row.kind === 'mail'
  const test = async (): Promise<void> => {
    try {
      const { address } = await trial.mutateAsync({ body: { id: row.id } })
      notice.done(word('mail.tested', { address }))
    } catch (thrown) {
      notice.failed(thrown)
    }
  }
  return (
    <>
      <EnableButton row={row} enable={enable} />
      {row.kind !== 'app' && (
        <Button size="small" onClick={() => setAsked(true)}>
          {word('sms.secret')}
        </Button>
      )}
      {isMail && (
        <Button size="small" loading={trial.isPending} onClick={() => void test()}>
          {word('mail.test')}
        </Button>
      )}
      {isAsked && <CallDialog of={isMail ? channelMailSecret : channelSecret} given={{ id: row.id }} onClose={() => setAsked(false)} />}
    </>
  )
}
