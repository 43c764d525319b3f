import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { smsEnable, smsSecret, smsSend } from '#contract/calls/notice/sms.ts'
import { sms } from '#contract/entities/notice/sms.ts'
import { type Row, useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** Templates of text messages: their secrets, in service or not, and a message for a trial. */
export const SmsPage = (): ReactNode => <EntityPage of={sms} rowActions={(row) => <Acts row={row} />} />

function Acts({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const [asked, setAsked] = useState<'secret' | 'send'>()
  const enable = useAction(smsEnable)
  const [mayChange, maySend] = [useRight(smsEnable.may), useRight(smsSend.may)]
  const isStopped = row.isStopped === 1
  const toggle = (): void => {
    const said = word(isStopped ? 'sms.enable' : 'sms.stop')
    void notice.tell(enable.mutateAsync({ body: { id: row.id, isStopped: isStopped ? 0 : 1 } }), word('step.done', { step: said }))
  }
  return (
    <>
      {mayChange && (
        <>
          <Button size="small" type={isStopped ? 'primary' : 'default'} loading={enable.isPending} onClick={toggle}>
            {word(isStopped ? 'sms.enable' : 'sms.stop')}
          </Button>
          <Button size="small" onClick={() => setAsked('secret')}>
            {word('sms.secret')}
          </Button>
        </>
      )}
      {maySend && !isStopped && (
        <Button size="small" onClick={() => setAsked('send')}>
          {word('sms.send')}
        </Button>
      )}
      {asked === 'secret' && <CallDialog of={smsSecret} given={{ id: row.id }} onClose={() => setAsked(undefined)} />}
      {asked === 'send' && <CallDialog of={smsSend} given={{ code: row.smsCode }} onClose={() => setAsked(undefined)} />}
    </>
  )
}
