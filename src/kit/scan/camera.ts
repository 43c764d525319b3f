/** Why there is no picture: not allowed, no camera, another program has it, the page has no right to ask (no HTTPS), anything else. */
export type CameraTrouble = 'denied' | 'none' | 'busy' | 'insecure' | 'failed'

export class CameraError extends Error {
  constructor(
    readonly trouble: CameraTrouble,
    message: string,
  ) {
    super(message)
  }
}

/** Capabilities of the lamp and lens of a running camera; absent where there are none. */
export interface CameraControls {
  readonly hasTorch: boolean
  readonly zoom?: { readonly min: number; readonly max: number }
}

export interface RunningCamera {
  readonly video: HTMLVideoElement
  readonly controls: CameraControls
  setTorch(on: boolean): Promise<void>
  setZoom(factor: number): Promise<void>
  /** Stops the picture and releases the camera; never rejects. */
  close(): Promise<void>
}

// html5-qrcode passes on the browser's error as a text that begins with its name.
const troubles: readonly (readonly [RegExp, CameraTrouble])[] = [
  [/NotAllowedError|PermissionDenied|SecurityError/, 'denied'],
  [/NotFoundError|DevicesNotFound|OverconstrainedError/, 'none'],
  [/NotReadableError|TrackStartError|AbortError/, 'busy'],
]

const errorOf = (error: unknown): CameraError => {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return new CameraError(troubles.find(([pattern]) => pattern.test(text))?.[1] ?? 'failed', text)
}

const FRAMES_PER_S = 10

/** Constraints for the wanted camera: the one chosen before, else the one that looks away from the person. */
const constraintsOf = (deviceId: string | undefined): MediaTrackConstraints => ({
  ...(deviceId ? { deviceId: { exact: deviceId } } : { facingMode: 'environment' }),
  width: { ideal: 1280 },
  height: { ideal: 720 },
})

interface WiderCapabilities extends MediaTrackCapabilities {
  readonly torch?: boolean
  readonly zoom?: { readonly min: number; readonly max: number }
}

const controlsOf = (track: MediaStreamTrack | undefined): CameraControls => {
  const { torch, zoom }: WiderCapabilities = track?.getCapabilities?.() ?? {}
  return { hasTorch: torch === true, ...(zoom && zoom.max > zoom.min ? { zoom: { min: zoom.min, max: zoom.max } } : {}) }
}

/**
 * Starts a camera inside `holder` (which needs an id) and calls `look` with the video for every frame, one at a time. html5-qrcode keeps the camera;
 * what it decodes with is replaced, so that frames are read at the video's own pixels. Rejects with a `CameraError`.
 */
export async function openCamera(
  holder: HTMLElement,
  deviceId: string | undefined,
  look: (video: HTMLVideoElement) => Promise<void>,
): Promise<RunningCamera> {
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraError(window.isSecureContext ? 'none' : 'insecure', 'no mediaDevices')
  const { Html5Qrcode } = await import('html5-qrcode')
  const reader = new Html5Qrcode(holder.id, { formatsToSupport: [0], useBarCodeDetectorIfSupported: false, verbose: false })
  const video = (): HTMLVideoElement | null => holder.querySelector('video')
  const decodeAsync = async (): Promise<never> => {
    const shown = video()
    if (shown && shown.videoWidth > 0) await look(shown)
    // Hits are told by `look`; html5-qrcode goes on to the next frame after "no code".
    throw 'no code'
  }
  // A private field of 2.3.8, which is pinned and will see no other release.
  Object.assign(reader, { qrcode: { decodeAsync, decodeRobustlyAsync: decodeAsync } })
  const config = { fps: FRAMES_PER_S, disableFlip: true, videoConstraints: constraintsOf(deviceId) }
  await reader
    .start(
      { facingMode: 'environment' },
      config,
      () => {},
      () => {},
    )
    .catch((error: unknown) => {
      throw errorOf(error)
    })
  const shown = video()
  const track = (shown?.srcObject as MediaStream | null)?.getVideoTracks()[0]
  const close = async (): Promise<void> => {
    // It rejects when the picture has not begun to play; the track is what matters.
    await reader.stop().catch(() => {})
    track?.stop()
    holder.replaceChildren()
  }
  if (!shown || !track) {
    await close()
    throw new CameraError('failed', 'no track')
  }
  const apply = async (constraint: object): Promise<void> => track.applyConstraints({ advanced: [constraint] })
  return {
    video: shown,
    controls: controlsOf(track),
    setTorch: (on) => apply({ torch: on }),
    setZoom: (factor) => apply({ zoom: factor }),
    close,
  }
}

/** Ids of the cameras of this phone; several only after one has been allowed. */
export async function cameraIds(): Promise<string[]> {
  const devices = await navigator.mediaDevices?.enumerateDevices?.().catch(() => [])
  return (devices ?? []).filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '').map(({ deviceId }) => deviceId)
}
