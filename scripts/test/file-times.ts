import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** What the JSON report leaves out. */
export interface FileTimes {
  /** Milliseconds that each test file took from its first import to its last hook. */
  readonly times: Readonly<Record<string, number>>
  /** Errors outside of every test, such as an unhandled rejection. */
  readonly errors: number
}

/** Vitest's reporter that writes {@link FileTimes} into the file named by TEST_TIMES. */
export default class implements Reporter {
  readonly times: Record<string, number> = {}
  onTestModuleEnd(module: TestModule): void {
    const spent = module.diagnostic()
    this.times[relative(process.cwd(), module.moduleId)] =
      spent.environmentSetupDuration + spent.prepareDuration + spent.collectDuration + spent.setupDuration + spent.duration
  }
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly unknown[]): void {
    const left: FileTimes = { times: this.times, errors: errors.length }
    if (process.env.TEST_TIMES) writeFileSync(process.env.TEST_TIMES, JSON.stringify(left))
  }
}
