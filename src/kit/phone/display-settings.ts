import { create } from 'zustand'
import { keep, kept } from '#src/data/stored.ts'

/** Text sizes in percent. */
export const textSizes = ['100', '130', '160', '200'] as const
export type TextSize = (typeof textSizes)[number]
export const hands = ['right', 'left'] as const
export type Hand = (typeof hands)[number]

interface DisplaySettings {
  readonly size: TextSize
  /** The hand that holds the phone: the main action is placed under its thumb. */
  readonly hand: Hand
}

const oneOf = <T extends string>(of: readonly T[], value: unknown, or: T): T => of.find((one) => one === value) ?? or

/** The person's text size and hand; stored on this phone. */
export const useDisplaySettings = create<DisplaySettings>()(() => ({
  size: oneOf(textSizes, kept('phoneTextSize'), '100'),
  hand: oneOf(hands, kept('phoneHand'), 'right'),
}))

export function chooseTextSize(size: TextSize): void {
  keep('phoneTextSize', size)
  useDisplaySettings.setState({ size })
}

export function chooseHand(hand: Hand): void {
  keep('phoneHand', hand)
  useDisplaySettings.setState({ hand })
}

/** Applies the settings to the document, now and on every change. Call once per page. */
export function applyDisplaySettings(): void {
  const apply = ({ size, hand }: DisplaySettings): void => {
    document.documentElement.style.fontSize = size === '100' ? '' : `${size}%`
    document.documentElement.dataset.hand = hand
  }
  useDisplaySettings.subscribe(apply)
  apply(useDisplaySettings.getState())
}
