import type { ApproveMode } from './tree.ts'

/** One person's answer at a node. */
export interface Vote {
  readonly id: string
  readonly state: string
  /** The vote that this signer was added to. */
  readonly addedTo: string | null
}

export type Outcome = 'open' | 'agreed' | 'refused'

/** What a vote and the signers added to it, and to those, say together. */
function unitOf(root: Vote, votes: readonly Vote[]): Outcome {
  const below = votes.filter(({ addedTo, state }) => addedTo === root.id && state !== 'ended').map((one) => unitOf(one, votes))
  if (root.state === 'rejected' || below.includes('refused')) return 'refused'
  return root.state === 'agreed' && below.every((one) => one === 'agreed') ? 'agreed' : 'open'
}

/** What the votes at a node come to. `share`: percent of agreeing votes of the mode `share`. */
export function outcomeOf(mode: ApproveMode, share: number, votes: readonly Vote[]): Outcome {
  const units = votes.filter(({ addedTo, state }) => addedTo === null && state !== 'ended').map((root) => unitOf(root, votes))
  const count = (wanted: Outcome): number => units.filter((one) => one === wanted).length
  if (mode === 'share') {
    const needed = Math.max(1, Math.ceil((units.length * share) / 100))
    return count('agreed') >= needed ? 'agreed' : units.length - count('refused') < needed ? 'refused' : 'open'
  }
  if (count('refused') > 0) return 'refused'
  const needed = mode === 'one' ? 1 : units.length
  return units.length > 0 && count('agreed') >= needed ? 'agreed' : 'open'
}
