/**
 * Shares `work` between concurrent callers: one computation serves all calls while it runs and for `keptMs` milliseconds after it began. A failure
 * goes to the callers that wait for it and is not cached.
 */
export function sharedAnswer<T>(keptMs: number, work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let kept: { readonly answer: Promise<T>; readonly since: number } | undefined
  return () => {
    if (running) return running
    if (kept && performance.now() - kept.since < keptMs) return kept.answer
    const since = performance.now()
    const answer = work()
    running = answer
    answer.then(
      () => {
        kept = { answer, since }
        running = undefined
      },
      () => {
        running = undefined
      },
    )
    return answer
  }
}
