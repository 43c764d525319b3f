import { create } from 'zustand'
import type { Tone } from '#contract/kit/fields/field.ts'
import { keep, kept } from '#src/data/stored.ts'

/** Whether results also make a sound; stored on this phone. */
export const useSound = create<{ readonly on: boolean }>()(() => ({ on: kept<boolean>('phoneSound') ?? true }))

export function chooseSound(on: boolean): void {
  keep('phoneSound', on)
  useSound.setState({ on })
}

/** Beeps per result: pitches in hertz, one after another. Low and repeated means attention needed. */
const beeps: Readonly<Record<Tone, readonly number[]>> = {
  good: [1320],
  plain: [880],
  busy: [740, 660],
  warn: [740, 740],
  extra: [660, 440],
  bad: [330, 330, 330],
}
const BEEP_S = 0.09
const APART_S = 0.14

let context: AudioContext | undefined

/** Signals a result by sound and vibration, where supported; never throws or waits. */
export function soundOf(tone: Tone): void {
  const heights = beeps[tone]
  navigator.vibrate?.(heights.flatMap(() => [60, 60]))
  if (!useSound.getState().on || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const { currentTime, destination } = context
  // Stays silent until the first touch or key press on the page; keys of a reader count.
  void context.resume().catch(() => {})
  heights.forEach((height, index) => {
    const beep = new OscillatorNode(context as AudioContext, { type: 'triangle', frequency: height })
    const loudness = new GainNode(context as AudioContext, { gain: 0.2 })
    beep.connect(loudness).connect(destination)
    beep.start(currentTime + index * APART_S)
    beep.stop(currentTime + index * APART_S + BEEP_S)
  })
}
