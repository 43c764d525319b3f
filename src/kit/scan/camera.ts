/** Reason for a missing picture: denied, no camera, in use by another program, no HTTPS, anything else. */
export type CameraTrouble = 'denied' | 'none' | 'busy' | 'insecure' | 'failed'

export class CameraError extends Error {
  constructor(
    readonly trouble: CameraTrouble,
    message: string,
  ) {
    super(message)
  }
}

/** Torch and zoom capabilities of a running camera; `zoom` is absent when unsupported. */
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

// html5-qrcode rejects with a text that begins with the name of the browser's error.
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

/** Constraints for the camera: the one chosen before, else the rear one. */
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
 * Starts a camera inside `holder` (which needs an id) and calls `look` with the video for every frame, one at a time. html5-qrcode manages the
 * camera; its decoder is replaced, so that frames are read in the video's own resolution. Rejects with a `CameraError`.
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
    // `look` reports hits. "No code" makes html5-qrcode continue with the next frame.
    throw 'no code'
  }
  // A private field of html5-qrcode 2.3.8; the version is pinned and no further release is expected.
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
    // Stopping rejects when the picture has not started to play. Only the track matters.
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

/** Device ids of the cameras; browsers list several only after one was allowed. */
export async function cameraIds(): Promise<string[]> {
  const devices = await navigator.mediaDevices?.enumerateDevices?.().catch(() => [])
  return (devices ?? []).filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '').map(({ deviceId }) => deviceId)
}
