import type { Readable } from 'node:stream'

/** Milliseconds in which a report has to arrive whole. */
export const mostReceivingMs = 180_000

/**
 * Calls `cut` where a body has not arrived in time: a phone that lost its network says nothing, and would keep the place of its report until the program
 * ends.
 */
export function cutSlow(body: Readable, cut: () => void): void {
  const late = setTimeout(cut, mostReceivingMs).unref()
  for (const over of ['end', 'close']) body.once(over, () => clearTimeout(late))
}
