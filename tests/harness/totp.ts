import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, stepAt } from '#server/features/identity/factors/totp.ts'

const stepMs = 30_000
/** A code that is computed later in a step than this may arrive in the next one. */
const roomMs = 10_000

/** Waits for the next step when the present one is nearly over, so that a code is still of the step that it was made for when it arrives. */
export const withinStep = async (): Promise<void> => {
  const left = () => stepMs - (Date.now() % stepMs)
  // A timer may end a moment before the clock is there.
  while (left() < roomMs) await sleep(left() + 1)
}

/** The code of this step, or of one before or after it. */
export const codeNow = async (secret: Buffer, by = 0): Promise<string> => {
  await withinStep()
  return codeOf(secret, stepAt(Date.now()) + by)
}
