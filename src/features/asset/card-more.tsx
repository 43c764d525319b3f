import { Suspense, useState } from 'react'
import { icons } from '#src/kit/phone/icons.tsx'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { BigButton } from '#src/kit/widgets/phone/big-action.tsx'
import { useWords } from '#src/words/words.ts'
import type { PhoneDevice } from './public/device.ts'

const MoreSheet = later(() => import('./phone/card-more-sheet.tsx').then((part) => part.CardMoreSheet))

/** The other actions of a card, behind one button. */
export function CardMore({ row }: { row: PhoneDevice }) {
  const { word } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <BigButton icon={icons.more} label={word('card.more')} onPress={() => setOpen(true)} />
      {isOpen ? (
        <Suspense>
          <MoreSheet row={row} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
