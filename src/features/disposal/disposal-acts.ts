import type { ActOrder } from '#src/kit/record/act-bar.tsx'

/** The order of acts on a disposal. */
export const disposalActs: ActOrder = {
  next: ['declare', 'superior', 'execute', 'remit'],
  rare: ['undo'],
}
