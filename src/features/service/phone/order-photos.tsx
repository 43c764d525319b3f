import { useState } from 'react'
import { fileAddress } from '#src/kit/file-address.ts'
import { Icon, icons } from '#src/kit/phone/icons.tsx'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { usePhotoUrls } from '#src/kit/phone/store/photos.ts'
import { useWords } from '#src/words/words.ts'
import './repair-phone.css'

interface Shown {
  /** What a tap opens. */
  readonly whole: string
  readonly small: string
}

const stored = (id: string): Shown => ({ whole: fileAddress(id), small: fileAddress(id, 'thumb') })

function OrderPhoto({ of, label }: { of: Shown; label: string }) {
  const [isPicture, setPicture] = useState(true)
  return (
    <a href={of.whole} target="_blank" rel="noreferrer" aria-label={label}>
      {isPicture ? <img src={of.small} alt="" onError={() => setPicture(false)} /> : <Icon>{icons.picture}</Icon>}
    </a>
  )
}

/** Photos of a record: from this phone while it holds them, else from the server. */
export function OrderPhotos({ ids }: { ids: readonly string[] }) {
  const { word } = useWords()
  const { online } = useSync()
  const held = usePhotoUrls(ids)
  if (ids.length === 0 || held === undefined) return null
  const photos = held.length === ids.length ? held.map((url) => ({ whole: url, small: url })) : online ? ids.map(stored) : []
  if (photos.length === 0) return <p className="ph-quiet">{word('repair.photosWaiting')}</p>
  return (
    <div className="ph-order-photos">
      {photos.map((of, index) => (
        <OrderPhoto key={of.whole} of={of} label={word('photo.nth', { n: index + 1 })} />
      ))}
    </div>
  )
}
