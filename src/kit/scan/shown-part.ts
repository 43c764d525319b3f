/** A rectangle in pixels. */
export interface Part {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The visible region of a video that covers `holder` (as `object-fit: cover`), in video pixels; the whole video when nothing is visible. */
export function shownPart(
  { videoWidth, videoHeight }: Pick<HTMLVideoElement, 'videoWidth' | 'videoHeight'>,
  holder: Pick<HTMLElement, 'clientWidth' | 'clientHeight'> | null,
): Part {
  if (!holder || holder.clientWidth === 0 || holder.clientHeight === 0) return { x: 0, y: 0, width: videoWidth, height: videoHeight }
  const scale = Math.min(videoWidth / holder.clientWidth, videoHeight / holder.clientHeight)
  const width = Math.round(holder.clientWidth * scale)
  const height = Math.round(holder.clientHeight * scale)
  return { x: Math.round((videoWidth - width) / 2), y: Math.round((videoHeight - height) / 2), width, height }
}
