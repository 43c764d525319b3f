import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Row } from '#src/data/hooks.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

interface Enabling {
  readonly isPending: boolean
  mutateAsync(of: { readonly body: { readonly id: unknown; readonly isStopped: 0 | 1 } }): Promise<unknown>
}

/** Puts a row into service or out of it. */
export function EnableButton({ row, enable }: { readonly row: Row; readonly enable: Enabling }): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const isStopped = row.isStopped === 1
  const said = word(isStopped ? 'sms.enable' : 'sms.stop')
  const toggle = (): void =>
    void notice.tell(enable.mutateAsync({ body: { id: row.id, isStopped: isStopped ? 0 : 1 } }), word('step.done', { step: said }))
  return (
    <Button size="small" type={isStopped ? 'primary' : 'default'} loading={enable.isPending} onClick={toggle}>
      {said}
    </Button>
  )
}
