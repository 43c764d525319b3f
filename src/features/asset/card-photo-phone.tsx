import { useState } from 'react'
import { device } from '#contract/entities/asset/device.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import type { PhoneDevice } from '#src/kit/phone/device.ts'
import { useFieldView } from '#src/kit/phone/field-view.ts'
import { usePhotoUrls } from '#src/kit/phone/photos.ts'
import { PhoneQueries } from '#src/kit/phone/queries.tsx'
import { useWords } from '#src/words/words.ts'
import { useCardFiles, useWaitingFiles } from './card-files.ts'

/** Model and asset number of a card, as far as the hospital shows them. */
export function CardIdentity({ row }: { row: PhoneDevice }) {
  const { fields } = useFieldView(device)
  return (
    <p className="ph-quiet">{(['deviceModel', 'deviceCode'] as const).flatMap((name) => (fields[name] && row[name]) || []).join(' · ')}</p>
  )
}

const words = { zh: '设备照片', en: 'Photo of the device' } as const

/** The newest photo of a card: one that waits on this phone, else the server's; nothing where there is none. */
export function CardPhoto({ id }: { id: string }) {
  return (
    <PhoneQueries>
      <Photo id={id} />
    </PhoneQueries>
  )
}

function Photo({ id }: { id: string }) {
  const { say } = useWords()
  const [broken, setBroken] = useState<string>()
  const [waiting] = usePhotoUrls(useWaitingFiles(id).slice(-1)) ?? []
  const file = useCardFiles(id)?.find(({ attachType, files }) => attachType === 'photo' && files?.[0])?.files?.[0]
  const address = waiting ?? (file ? fileAddress(file, 'thumb') : undefined)
  if (!address || address === broken) return null
  return <img className="ph-device-photo" src={address} alt={say(words)} onError={() => setBroken(address)} />
}
