/** Pseudo-random numbers from 0 to 1, the same at every first start, so that screenshots and tests find what they expect. */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
