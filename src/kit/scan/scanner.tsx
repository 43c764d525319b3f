import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { useWords } from '#src/words/words.ts'
import { Acceptance, meant } from './acceptance.ts'
import type { RunningCamera } from './camera.ts'
import { frameDecoder } from './engine/choose-engine.ts'
import type { Frame } from './engine/engine.ts'
import { type CodeFormat, codeFormats, usualFormats } from './engine/formats.ts'
import type { Hit } from './hit.ts'
import { scanIcons } from './scan-icons.tsx'
import { ScanTrouble } from './scan-trouble.tsx'
import { shownPart } from './shown-part.ts'
import { type Look, useCamera } from './use-camera.ts'
import { useCameraPermission } from './use-permission.ts'
import { useVisible } from './use-visible.ts'
import './scan.css'

export interface ScannerProps {
  readonly onHit: (hit: Hit) => void
  /** Formats to look for; fewer are faster. */
  readonly formats?: readonly CodeFormat[]
  /** Also reads manufacturers' codes, which need symbology and GS1. */
  readonly isUdi?: boolean
  /** False releases the camera. */
  readonly active: boolean
  /** The page plays its own sounds. */
  readonly isSilent?: boolean
}

/** Frames decoded thoroughly: every fifth, every one after a second without a code, and the one that must confirm a linear code. */
const THOROUGH_EVERY = 5
const PATIENCE_MS = 1000

/** The camera as a code reader. Camera errors appear in place of the picture; the rest of the page keeps working. */
export function Scanner({ onHit, formats = usualFormats, isUdi = false, active, isSilent = false }: ScannerProps) {
  const { word } = useWords()
  const holder = useRef<HTMLDivElement>(null)
  const id = useId()
  const permission = useCameraPermission()
  const isVisible = useVisible()
  const [isAsked, setAsked] = useState(() => navigator.userActivation?.hasBeenActive ?? false)
  const mayStart = permission === 'granted' || (permission !== undefined && permission !== 'denied' && isAsked)
  const wanted = formats.join()
  const decoder = useMemo(() => frameDecoder(wanted.split(',') as CodeFormat[], isUdi), [wanted, isUdi])
  const [acceptance] = useState(() => new Acceptance())
  const frames = useRef({ count: 0, lastCode: 0, isUnsure: false })

  const look: Look = async (video) => {
    const frame: Frame = { source: video, ...shownPart(video, holder.current) }
    const at = performance.now()
    frames.current.count += 1
    const { count, lastCode, isUnsure } = frames.current
    const isThorough = isUnsure || count % THOROUGH_EVERY === 0 || at - lastCode > PATIENCE_MS
    const codes = await decoder.decodeFrom(frame, isThorough ? 'thorough' : 'fast')
    const code = meant(codes, frame.width, frame.height)
    const isHit = code !== undefined && acceptance.accepts(code, at)
    frames.current.isUnsure = code !== undefined && !isHit && codeFormats[code.format].isLinear
    if (code) frames.current.lastCode = at
    if (!code || !isHit) return undefined
    const { text, format, aim, gs1 } = code
    return () => {
      if (!isSilent) soundOf('plain')
      onHit({ text, format, ...(aim ? { aim } : {}), ...(gs1 === undefined ? {} : { gs1 }), source: 'camera', at })
    }
  }

  const camera = useCamera(holder, active && isVisible && mayStart, look)
  const { running, isLive, trouble } = camera
  const wrong = permission === 'denied' ? 'denied' : trouble
  return (
    <section className="ph-scan-camera" aria-label={word('scan.camera')} data-state={wrong ?? (isLive ? 'running' : 'waiting')}>
      <div ref={holder} id={`scan${id.replaceAll(/\W/g, '')}`} className="ph-scan-picture" />
      {isLive ? <div className="ph-scan-aim" aria-hidden="true" /> : null}
      {wrong ? (
        <ScanTrouble trouble={wrong} onRetry={permission === 'denied' ? undefined : camera.retry} />
      ) : permission !== undefined && !mayStart ? (
        <div className="ph-scan-over">
          <button type="button" className="ph-scan-big" onClick={() => setAsked(true)}>
            {scanIcons.camera}
            {word('scan.open')}
          </button>
        </div>
      ) : isLive ? null : (
        <p className="ph-scan-over" role="status">
          {active && !camera.isBlack ? word('scan.starting') : ''}
        </p>
      )}
      {camera.isBlack ? (
        <p className="ph-scan-note" role="status">
          {word('scan.black')}
        </p>
      ) : null}
      {running ? <Controls running={running} hasOthers={camera.hasOthers} onNext={camera.next} /> : null}
    </section>
  )
}

interface ControlsProps {
  readonly running: RunningCamera
  readonly hasOthers: boolean
  readonly onNext: () => void
}

function Controls({ running, hasOthers, onNext }: ControlsProps) {
  const { word } = useWords()
  const { hasTorch, zoom } = running.controls
  const [isLit, setLit] = useState(false)
  const [factor, setFactor] = useState(zoom?.min ?? 1)
  // Torch and zoom start over with another camera.
  useEffect(() => {
    setLit(false)
    setFactor(running.controls.zoom?.min ?? 1)
  }, [running])
  const light = async (): Promise<void> => {
    await running.setTorch(!isLit)
    setLit(!isLit)
  }
  const magnify = (next: number): void => {
    setFactor(next)
    void running.setZoom(next).catch(() => {})
  }
  if (!hasTorch && !zoom && !hasOthers) return null
  return (
    <div className="ph-scan-controls">
      {zoom ? (
        <input
          type="range"
          min={zoom.min}
          max={Math.min(zoom.max, zoom.min * 5)}
          step="any"
          value={factor}
          onChange={(event) => magnify(event.target.valueAsNumber)}
          aria-label={word('scan.zoom')}
        />
      ) : null}
      {hasTorch ? (
        <button type="button" aria-pressed={isLit} onClick={() => void light().catch(() => {})} aria-label={word('scan.torch')}>
          {scanIcons.torch}
        </button>
      ) : null}
      {hasOthers ? (
        <button type="button" onClick={onNext} aria-label={word('scan.otherCamera')}>
          {scanIcons.turn}
        </button>
      ) : null}
    </div>
  )
}
