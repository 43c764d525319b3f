/** Text with a score for each of its characters, 0 to 1. */
export interface ReadText {
  readonly text: string
  readonly scores: readonly number[]
}

/** The characters of a model: its first answer is none, its last a blank. */
export const charactersOf = (dictionary: string): readonly string[] => ['', ...dictionary.replace(/\r?\n$/, '').split(/\r?\n/), ' ']

/**
 * The text in the answer of a recognition model: for each step across the line one probability a character. The best of each step counts, repeats count
 * once, and a step without a character separates.
 */
export function decodeCharacters(data: Float32Array, steps: number, characters: readonly string[]): ReadText {
  const classes = data.length / steps
  let [text, last] = ['', 0]
  const scores: number[] = []
  for (let step = 0; step < steps; step++) {
    let [best, most] = [0, -1]
    for (let one = 0, at = step * classes; one < classes; one++, at++)
      if (data[at]! > most) {
        most = data[at]!
        best = one
      }
    const sign = characters[best] ?? ''
    if (best !== 0 && best !== last && sign) {
      text += sign
      for (let i = 0; i < sign.length; i++) scores.push(most)
    } else if (best !== 0 && best === last && scores.length > 0) scores[scores.length - 1] = Math.max(most, scores[scores.length - 1]!)
    last = best
  }
  return { text, scores }
}
