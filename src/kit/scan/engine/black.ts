const SIDE = 16
/** Brightness, of 255, below which every pixel must lie for a picture to count as black. */
const BLACK = 28

let canvas: HTMLCanvasElement | undefined

/** Whether the camera delivers only black frames, because of a covered lens or a faulty phone. */
export function isBlack(video: HTMLVideoElement): boolean {
  if (video.videoWidth === 0) return true
  canvas ??= Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return false
  context.drawImage(video, 0, 0, SIDE, SIDE)
  const { data } = context.getImageData(0, 0, SIDE, SIDE)
  return data.every((value, index) => index % 4 === 3 || value < BLACK)
}
