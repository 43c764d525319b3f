import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { poolWaiting } from '#contract/entities/pool/pool-waiting.ts'
import { sharedBorrowing } from '#contract/entities/pool/shared-borrowing.ts'
import { useRight } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { FormDrawer } from '#src/kit/form/form-drawer.tsx'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly deviceId: string
  readonly deviceName: string
  /** One of many on the page, where none stands out. */
  readonly isOfMany?: boolean
}

/** Reserves a shared device, or waits for it. */
export function BorrowButtons({ deviceId, deviceName, isOfMany = false }: Props): ReactNode {
  const { word } = useWords()
  const [mayBorrow, mayWait] = [useRight('sharedBorrowing.submit'), useRight('poolWaiting.submit')]
  const [borrowing, waiting] = [useView(sharedBorrowing).view, useView(poolWaiting).view]
  const [open, setOpen] = useState<'borrow' | 'wait'>()
  const close = (): void => setOpen(undefined)
  const initial = { deviceId, deviceName }
  return (
    <>
      {mayBorrow && borrowing && (
        <>
          <Button type={isOfMany ? 'default' : 'primary'} onClick={() => setOpen('borrow')}>
            {word('pool.borrow')}
          </Button>
          <FormDrawer view={borrowing} isOpen={open === 'borrow'} initial={initial} onClose={close} onSaved={close} />
        </>
      )}
      {mayWait && waiting && (
        <>
          <Button onClick={() => setOpen('wait')}>{word('pool.wait')}</Button>
          <FormDrawer view={waiting} isOpen={open === 'wait'} initial={initial} onClose={close} onSaved={close} />
        </>
      )}
    </>
  )
}
