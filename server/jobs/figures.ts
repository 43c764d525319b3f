/** What the metrics say of jobs; kept by the runner. */
export interface JobFigures {
  running: number
  /** As of the last look, of all processes. */
  waiting: number
  /** How many ended in this process, by kind and outcome: `label.pdf done`. */
  readonly ended: Map<string, number>
}

/** The figures of a process that has done nothing yet. */
export const noFigures = (): JobFigures => ({ running: 0, waiting: 0, ended: new Map() })
