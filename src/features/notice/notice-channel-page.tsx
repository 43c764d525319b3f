import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { channelEnable, channelSecret } from '#contract/calls/notice/notice-channel.ts'
import { noticeChannel } from '#contract/entities/notice/notice-channel.ts'
import { type Row, useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { EnableButton } from '#src/kit/widgets/desk/enable-button.tsx'
import { useWords } from '#src/words/words.ts'

/** Where notices of the tenant go beside the bell: activated or not, and the secrets of robots. */
export const NoticeChannelPage = (): ReactNode => <EntityPage of={noticeChannel} rowActions={(row) => <Acts row={row} />} />

function Acts({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  const [isAsked, setAsked] = useState(false)
  const enable = useAction(channelEnable)
  if (!useRight(channelEnable.may)) return null
  return (
    <>
      <EnableButton row={row} enable={enable} />
      {row.kind === 'robot' && (
        <Button size="small" onClick={() => setAsked(true)}>
          {word('sms.secret')}
        </Button>
      )}
      {isAsked && <CallDialog of={channelSecret} given={{ id: row.id }} onClose={() => setAsked(false)} />}
    </>
  )
}
