import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** Milliseconds that a test file took from its first import to its last hook; the JSON report leaves out imports and hooks. */
export type FileTimes = Readonly<Record<string, number>>

/** Vitest's reporter that writes {@link FileTimes} into the file named by TEST_TIMES. */
export default class implements Reporter {
  readonly times: Record<string, number> = {}
  onTestModuleEnd(module: TestModule): void {
    const spent = module.diagnostic()
    this.times[relative(process.cwd(), module.moduleId)] =
      spent.environmentSetupDuration + spent.prepareDuration + spent.collectDuration + spent.setupDuration + spent.duration
  }
  onTestRunEnd(): void {
    if (process.env.TEST_TIMES) writeFileSync(process.env.TEST_TIMES, JSON.stringify(this.times))
  }
}
