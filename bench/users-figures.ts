import { readFileSync } from 'node:fs'

/** Milliseconds of requests by kind, unexpected answers, and expected refusals (409, 423). */
export class Figures {
  readonly took = new Map<string, number[]>()
  readonly errors: string[] = []
  readonly conflicts = new Map<string, number>()

  /** Keeps one answer. A state or version that another person has changed meanwhile is a conflict, as it is for people. */
  add(kind: string, ms: number, status: number, said: string): void {
    const all = this.took.get(kind) ?? []
    all.push(ms)
    this.took.set(kind, all)
    if (status === 409) this.conflicts.set(kind, (this.conflicts.get(kind) ?? 0) + 1)
    else if (status < 200 || status > 299) this.errors.push(`${kind}: ${status} ${said}`)
  }

  /** Prints a line for each kind and one for all; returns the 99th percentile of all. */
  print(): number {
    const line = (kind: string, took: readonly number[]): number => {
      const sorted = [...took].sort((a, b) => a - b)
      const part = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
      const cells = [
        String(took.length),
        ...[0.5, 0.95, 0.99, 1].map((share) => part(share).toFixed(0)),
        String(this.conflicts.get(kind) ?? 0),
      ]
      console.log(kind.padEnd(30) + cells.map((cell) => cell.padStart(10)).join(''))
      return part(0.99)
    }
    console.log('ms'.padEnd(30) + ['requests', 'p50', 'p95', 'p99', 'longest', 'conflicts'].map((name) => name.padStart(10)).join(''))
    for (const kind of [...this.took.keys()].sort()) line(kind, this.took.get(kind)!)
    return line('all', [...this.took.values()].flat())
  }
}

interface Sample {
  /** Milliseconds since the begin. */
  readonly at: number
  /** Megabytes: resident, and what V8 says it uses. */
  readonly rss: number
  readonly heap: number
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const rssOf = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Memory of a program over time. */
export class Memory {
  private readonly samples: Sample[] = []
  private readonly begun = performance.now()
  private readonly pid: number
  private readonly base: string

  constructor(pid: number, base: string) {
    this.pid = pid
    this.base = base
  }

  async look(): Promise<void> {
    const text = await (await fetch(`${this.base}/metrics`)).text()
    const heap = Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1] ?? 0) / 1048576
    this.samples.push({ at: performance.now() - this.begun, rss: rssOf(this.pid), heap })
  }

  /**
   * Prints every minute (smallest heap, median and largest resident size) and compares the first window after the warm-up with the last one: medians
   * of the resident size and of the smallest heaps, which are what is left after a collection. Returns whether both stayed within a tenth and 25 MB.
   */
  print(warmMs: number): boolean {
    const end = this.samples.at(-1)?.at ?? 0
    const windowMs = Math.min(300_000, (end - warmMs) / 2)
    const within = (from: number, to: number) => this.samples.filter(({ at }) => at >= from && at < to)
    const floors = (from: number, to: number): number => {
      const heaps = within(from, to)
        .map(({ heap }) => heap)
        .sort((a, b) => a - b)
      // The lowest quarter: what was just collected.
      return median(heaps.slice(0, Math.max(1, Math.ceil(heaps.length / 4))))
    }
    console.log('memory, MB'.padEnd(30) + ['heap least', 'rss median', 'rss most'].map((name) => name.padStart(12)).join(''))
    for (let minute = 0; minute * 60_000 < end; minute++) {
      const seen = within(minute * 60_000, (minute + 1) * 60_000)
      if (seen.length === 0) continue
      const cells = [Math.min(...seen.map(({ heap }) => heap)), median(seen.map(({ rss }) => rss)), Math.max(...seen.map(({ rss }) => rss))]
      console.log(`minute ${minute + 1}`.padEnd(30) + cells.map((cell) => cell.toFixed(0).padStart(12)).join(''))
    }
    const compare = (name: string, first: number, last: number): boolean => {
      const fine = last - first <= Math.max(25, first * 0.1)
      console.log(`${name}: ${first.toFixed(0)} MB in the first window, ${last.toFixed(0)} MB in the last: ${fine ? 'no growth' : 'GROWS'}`)
      return fine
    }
    console.log(
      `windows of ${(windowMs / 60_000).toFixed(1)} min after ${(warmMs / 60_000).toFixed(1)} min of warming up, ${this.samples.length} samples`,
    )
    const rss = (from: number, to: number): number => median(within(from, to).map((one) => one.rss))
    const resident = compare('resident size', rss(warmMs, warmMs + windowMs), rss(end - windowMs, end + 1))
    return compare('heap after collections', floors(warmMs, warmMs + windowMs), floors(end - windowMs, end + 1)) && resident
  }
}
