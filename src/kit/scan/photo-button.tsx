import { type ChangeEvent, useState } from 'react'
import { wantLater } from '#src/kit/phone/store/lazy-load.ts'
import { useWords } from '#src/words/words.ts'
import type { CodeFormat } from './engine/formats.ts'
import type { Hit } from './hit.ts'
import { scanIcons } from './scan-icons.tsx'

const photo = () => import('./photo.ts')
wantLater(photo)

type PhotoStatus = 'reading' | 'noCode' | 'noPicture'

interface PhotoButtonProps {
  readonly onHit: (hit: Hit) => void
  readonly formats?: readonly CodeFormat[] | undefined
  readonly isUdi?: boolean
}

/** Reads the code in a photo, from the system's camera app or the gallery. Works without camera permission for the page. */
export function PhotoButton({ onHit, formats, isUdi }: PhotoButtonProps) {
  const { word } = useWords()
  const [status, setStatus] = useState<PhotoStatus>()
  const read = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0]
    // Allows choosing the same photo again.
    event.target.value = ''
    if (!file) return
    setStatus('reading')
    try {
      const { hitInPhoto } = await photo()
      const hit = await hitInPhoto(file, formats, isUdi)
      setStatus(hit ? undefined : 'noCode')
      if (hit) onHit(hit)
    } catch {
      setStatus('noPicture')
    }
  }
  return (
    <>
      <label className="ph-scan-big">
        {scanIcons.photo}
        {word('scan.photo')}
        <input type="file" accept="image/*" capture="environment" className="ph-hidden" onChange={(event) => void read(event)} />
      </label>
      <p className="ph-scan-told" role="status">
        {status ? word(`scan.photo.${status}`) : ''}
      </p>
    </>
  )
}
