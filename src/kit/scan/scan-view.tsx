import { type FormEvent, Suspense, useState } from 'react'
import { useDirtyMark } from '#src/kit/phone/dirty-forms.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { later, wantLater } from '#src/kit/phone/store/lazy-load.ts'
import { useWords } from '#src/words/words.ts'
import type { CodeFormat } from './engine/formats.ts'
import { type Hit, hitOfText } from './hit.ts'
import { PhotoButton } from './photo-button.tsx'
import { TagButton } from './tag-button.tsx'
import { useReader } from './use-reader.ts'
import './scan.css'

// Lazy, so that readers and typing work before the camera code has loaded.
const Scanner = later(() => import('./scanner.tsx').then((part) => part.Scanner))
const ReaderSheet = later(() => import('./reader-sheet.tsx').then((part) => part.ReaderSheet))
const shown = () => import('./shown-code.ts')
wantLater(shown)

export interface ScanViewProps {
  /** Called with each code from any source; not awaited. */
  readonly onHit: (hit: Hit) => void
  /** Called with a batch of reader hits (100 ms), for pages that write many in one transaction; otherwise `onHit` is called for each. */
  readonly onHits?: (hits: readonly Hit[]) => void
  /** One sentence below the picture about what to scan. */
  readonly hint?: string
  /** Whether the page accepts codes now; false releases the camera and the readers. */
  readonly active: boolean
  /** False shows no camera yet; readers and typing work. */
  readonly hasCamera?: boolean
  readonly formats?: readonly CodeFormat[]
  /** Also reads manufacturers' codes (UDI). */
  readonly isUdi?: boolean
  /** The page plays its own sounds. */
  readonly isSilent?: boolean
}

/**
 * All ways to enter a code in one view: camera, typing, photo, NFC where available; hand and RFID readers work without a touch. Fills the available
 * width; mount it in a `PhonePage`, keep it mounted while scanning, and switch it with `active`. Pass `hit.text` to `readCode` for our labels, and to
 * `parseGs1(hit.text, hit)` for manufacturers' codes.
 */
export function ScanView({ onHit, onHits, hint, active, hasCamera = true, formats, isUdi = false, isSilent = false }: ScanViewProps) {
  const { word } = useWords()
  const [text, setText] = useState('')
  useDirtyMark(text !== '')
  const [last, setLast] = useState('')
  const [isSetting, setSetting] = useState(false)
  const show = (hit: Hit): void => {
    void shown().then(
      ({ shownCode }) => setLast(shownCode(hit)),
      () => setLast(hit.text),
    )
  }
  const tell = (hit: Hit): void => {
    show(hit)
    onHit(hit)
  }
  const take = (hit: Hit): void => {
    if (!isSilent) soundOf('plain')
    tell(hit)
  }
  const takeMany = (hits: readonly Hit[]): void => {
    if (!isSilent) soundOf('plain')
    for (const hit of hits.slice(-1)) show(hit)
    if (onHits) onHits(hits)
    else for (const hit of hits) onHit(hit)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const hit = hitOfText(text, 'typed', performance.now())
    setText('')
    if (hit) tell(hit)
  }
  return (
    <section className="ph-scan" aria-label={word('scan.title')}>
      {active ? <Readers onHits={takeMany} /> : null}
      {hasCamera ? (
        <Suspense fallback={<div className="ph-scan-camera" />}>
          <Scanner onHit={tell} formats={formats} isUdi={isUdi} active={active} isSilent={isSilent} />
        </Suspense>
      ) : null}
      <output className="ph-scan-last" aria-label={word('scan.last')}>
        {last}
      </output>
      {hint ? <p className="ph-quiet ph-scan-hint">{hint}</p> : null}
      <form className="ph-scan-entry" onSubmit={submit}>
        <div className="ph-field">
          <input
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder={word('scan.typeHint')}
            aria-label={word('scan.type')}
            enterKeyHint="go"
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
          />
        </div>
        <button type="submit" className="ph-scan-big" disabled={text.trim() === ''}>
          {word('scan.take')}
        </button>
      </form>
      <div className="ph-scan-ways">
        <PhotoButton onHit={take} formats={formats} isUdi={isUdi} />
        <TagButton onHit={take} active={active} />
      </div>
      <button type="button" className="ph-scan-quiet" onClick={() => setSetting(true)}>
        {word('scan.reader')}
      </button>
      {isSetting ? (
        <Suspense>
          <ReaderSheet onClose={() => setSetting(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}

function Readers({ onHits }: { onHits: (hits: readonly Hit[]) => void }) {
  useReader(onHits)
  return null
}
