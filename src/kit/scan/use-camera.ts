import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { forget, keep, kept } from '#src/data/stored.ts'
import { CameraError, type CameraTrouble, cameraIds, openCamera, type RunningCamera } from './camera.ts'
import { isBlack } from './engine/black.ts'

const BLACK_MS = 3000
const LOOK_MS = 500

const chosenCamera = 'phoneCamera'

/** Opens and closes cameras one after another, as a phone has only one camera active at a time. */
let tail: Promise<unknown> = Promise.resolve()
const enqueue = (work: () => Promise<void>): void => {
  tail = tail.then(work, work)
}

export interface CameraView {
  /** The open camera. */
  readonly running?: RunningCamera
  /** Whether the first frame has arrived. */
  readonly isLive: boolean
  readonly trouble?: CameraTrouble
  /** The picture is still black after a restart of the camera. */
  readonly isBlack: boolean
  /** There is another camera to switch to. */
  readonly hasOthers: boolean
  /** Restarts after a failure. */
  readonly retry: () => void
  /** Switches to the next camera; stored on this phone. */
  readonly next: () => void
}

/** The camera to open. A new object causes a restart, even for the same camera. */
interface Wanted {
  /** The camera chosen on this phone; undefined for the default. */
  readonly deviceId: string | undefined
  /** Restarted because the picture stayed black. */
  readonly isRestart: boolean
}

/** Processes a frame; returns a callback that reports a hit, called only while the camera is still in use. */
export type Look = (video: HTMLVideoElement) => Promise<(() => void) | undefined>

/**
 * Runs a camera in `holder` while `isOn`. `look` is called with every frame, one at a time. A picture that stays black for three seconds restarts the
 * camera once.
 */
export function useCamera(holder: RefObject<HTMLDivElement | null>, isOn: boolean, look: Look): CameraView {
  const [running, setRunning] = useState<RunningCamera>()
  const [isLive, setLive] = useState(false)
  const [trouble, setTrouble] = useState<CameraTrouble>()
  const [black, setBlack] = useState(false)
  const [ids, setIds] = useState<readonly string[]>([])
  const [wanted, setWanted] = useState<Wanted>(() => ({ deviceId: kept<string>(chosenCamera), isRestart: false }))
  const { isRestart } = wanted
  const seen = useEffectEvent(look)

  useEffect(() => {
    if (!isOn) return
    const { deviceId } = wanted
    let isLeft = false
    let camera: RunningCamera | undefined
    enqueue(async () => {
      const place = holder.current
      if (isLeft || !place) return
      try {
        camera = await openCamera(place, deviceId, async (video) => {
          if (isLeft) return
          setLive(true)
          const tell = await seen(video)
          if (!isLeft) tell?.()
        })
        if (isLeft) return await camera.close()
        setTrouble(undefined)
        setRunning(camera)
        const found = await cameraIds()
        if (!isLeft) setIds(found)
      } catch (error) {
        if (isLeft) return
        const why = error instanceof CameraError ? error.trouble : 'failed'
        if (why !== 'none' || deviceId === undefined) return setTrouble(why)
        // The chosen camera is gone; try the default one.
        forget(chosenCamera)
        setWanted((before) => ({ ...before, deviceId: undefined }))
      }
    })
    return () => {
      isLeft = true
      setRunning(undefined)
      setLive(false)
      enqueue(async () => camera?.close())
    }
  }, [isOn, wanted, holder])

  useEffect(() => {
    if (!running) return
    let since: number | undefined
    const timer = setInterval(() => {
      const now = performance.now()
      if (!isBlack(running.video)) {
        since = undefined
        return setBlack(false)
      }
      since ??= now
      if (now - since < BLACK_MS) return
      if (isRestart) setBlack(true)
      else setWanted((before) => ({ ...before, isRestart: true }))
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [running, isRestart])

  return {
    ...(running ? { running } : {}),
    isLive: isLive && running !== undefined,
    ...(trouble ? { trouble } : {}),
    isBlack: black && running !== undefined,
    hasOthers: ids.length > 1,
    retry: () => {
      setTrouble(undefined)
      setWanted((before) => ({ ...before }))
    },
    next: () => {
      const at = ids.indexOf(running?.video ? currentId(running) : (wanted.deviceId ?? ''))
      const chosen = ids[(at + 1) % ids.length]
      keep(chosenCamera, chosen)
      setWanted((before) => (before.deviceId === chosen ? before : { ...before, deviceId: chosen }))
    },
  }
}

const currentId = ({ video }: RunningCamera): string =>
  (video.srcObject as MediaStream | null)?.getVideoTracks()[0]?.getSettings().deviceId ?? ''
