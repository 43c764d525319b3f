import { useEffect, useEffectEvent, useState } from 'react'
import { useWords } from '#src/words/words.ts'
import type { Hit } from './hit.ts'
import { hasNfc } from './nfc-reader.ts'
import { scanIcons } from './scan-icons.tsx'

/** Toggles NFC reading; renders nothing without NFC support. */
export function TagButton({ onHit, active }: { onHit: (hit: Hit) => void; active: boolean }) {
  const { word } = useWords()
  const [isOn, setOn] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const handleHit = useEffectEvent(onHit)
  useEffect(() => {
    if (!isOn || !active) return
    const controller = new AbortController()
    // Few phones read tags.
    import('./nfc.ts')
      .then(({ readTags }) => readTags((hit) => handleHit(hit), controller.signal))
      .catch(() => {
        if (controller.signal.aborted) return
        setOn(false)
        setRefused(true)
      })
    return () => controller.abort()
  }, [isOn, active])
  if (!hasNfc()) return null
  return (
    <>
      <button
        type="button"
        className="ph-scan-big"
        aria-pressed={isOn}
        onClick={() => {
          setRefused(false)
          setOn(!isOn)
        }}
      >
        {scanIcons.tag}
        {word('scan.tag')}
      </button>
      {isOn || isRefused ? (
        <p className="ph-scan-told" role="status">
          {word(isRefused ? 'scan.tagRefused' : 'scan.tagReady')}
        </p>
      ) : null}
    </>
  )
}
