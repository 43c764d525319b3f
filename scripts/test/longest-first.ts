import { statSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { typicalTimes } from './times.ts'

/** Projects in the order in which they run. A worker is kept as long as the next file is of its project, so that files of a project stay together. */
const projects = ['runtime', 'api', 'api-oldest', 'api-isolated', 'desk-isolated', 'desk', 'laws', 'unit', 'unit-isolated']

/** Seconds of a file that was never measured, for each byte of it. */
const secondsPerByte = 1 / 4000

/**
 * Runs the files of each project with the longest first, and short ones last, so that no worker waits for another one's long file at the end. The
 * order is that of the checked-in times: the same in every run.
 */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = typicalTimes()
    const seconds = new Map(
      files.map(({ moduleId }) => [moduleId, known[relative(process.cwd(), moduleId)] ?? statSync(moduleId).size * secondsPerByte]),
    )
    const place = (file: TestSpecification): number => projects.indexOf(file.project.name)
    return Promise.resolve(
      files.toSorted(
        (a, b) => place(a) - place(b) || seconds.get(b.moduleId)! - seconds.get(a.moduleId)! || (a.moduleId < b.moduleId ? -1 : 1),
      ),
    )
  }
}
