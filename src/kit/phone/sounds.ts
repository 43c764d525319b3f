import { create } from 'zustand'
import type { Tone } from '#contract/kit/field.ts'
import { keep, kept } from '#src/data/stored.ts'

/** Whether results are also told by sound; remembered on this phone. */
export const useSound = create<{ readonly on: boolean }>()(() => ({ on: kept<boolean>('phoneSound') ?? true }))

export function chooseSound(on: boolean): void {
  keep('phoneSound', on)
  useSound.setState({ on })
}

/** Beeps of one result: pitch in hertz, one after another. Low and repeated means that it needs attention. */
const beeps: Readonly<Record<Tone, readonly number[]>> = {
  good: [1320],
  plain: [880],
  busy: [660, 440],
  warn: [740, 740],
  bad: [330, 330, 330],
}
const BEEP_S = 0.09
const APART_S = 0.14

let context: AudioContext | undefined

/** Signals a result by tone and vibration, where the phone can; never throws and never waits. */
export function soundOf(tone: Tone): void {
  const heights = beeps[tone]
  navigator.vibrate?.(heights.flatMap(() => [60, 60]))
  if (!useSound.getState().on || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const { currentTime, destination } = context
  // Silent until the first touch or key of the page; a reader's keys count.
  void context.resume().catch(() => {})
  heights.forEach((height, index) => {
    const beep = new OscillatorNode(context as AudioContext, { type: 'triangle', frequency: height })
    const loudness = new GainNode(context as AudioContext, { gain: 0.2 })
    beep.connect(loudness).connect(destination)
    beep.start(currentTime + index * APART_S)
    beep.stop(currentTime + index * APART_S + BEEP_S)
  })
}
