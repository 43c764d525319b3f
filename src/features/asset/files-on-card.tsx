import { Suspense, useState } from 'react'
import { useRight } from '#src/data/session.ts'
import type { PhoneDevice } from '#src/kit/phone/device.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { later } from '#src/kit/phone/lazy-load.ts'
import { BigButton } from '#src/kit/widgets/phone/big-action.tsx'
import { useWords } from '#src/words/words.ts'

const AddFiles = later(() => import('./add-files-phone.tsx').then((part) => part.AddFilesSheet))

/** On a card: adding photos of it and of its papers. */
export function FilesOnCard({ row }: { row: PhoneDevice }) {
  const { word } = useWords()
  const [isOpen, setOpen] = useState(false)
  if (!useRight('deviceAttach.submit')) return null
  return (
    <>
      <BigButton icon={icons.camera} label={word('photo.take')} onPress={() => setOpen(true)} />
      {isOpen ? (
        <Suspense>
          <AddFiles row={row} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
