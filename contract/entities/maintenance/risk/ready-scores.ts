import type { StandingPoints } from './score.ts'

/** Points of function, risk and maintenance by class of the official catalogue, for the commonest classes; a class below takes those of the class above. */
const points: Readonly<Record<string, readonly [number, number, number]>> = {
  '01-01': [9, 4, 3],
  '01-02': [9, 4, 4],
  '01-03': [9, 4, 3],
  '01-08': [9, 2, 2],
  '05-01': [8, 5, 5],
  '06-01': [6, 3, 4],
  '06-07': [6, 3, 3],
  '06-09': [6, 3, 5],
  '06-14': [6, 3, 3],
  '07-03': [6, 3, 2],
  '07-04': [7, 3, 3],
  '08-01': [10, 5, 5],
  '08-02': [10, 5, 5],
  '08-03': [10, 5, 4],
  '09-02': [8, 3, 2],
  '09-08': [8, 5, 5],
  '10-03': [10, 5, 5],
  '10-05': [10, 5, 5],
  '11-01': [4, 4, 5],
  '11-03': [4, 4, 5],
  '14-01': [9, 4, 3],
  '14-02': [9, 4, 3],
  '14-06': [8, 3, 3],
  '15-01': [9, 2, 3],
  '15-03': [2, 2, 3],
  '17-03': [8, 3, 4],
  '18-02': [7, 3, 3],
  '22-02': [5, 3, 4],
  '22-03': [5, 3, 4],
  '22-13': [5, 2, 3],
  '22-15': [4, 2, 2],
  '22-16': [4, 3, 4],
}

/** The ready points by code of the class; a hospital loads them into its own table and edits them there. */
export const readyScores: ReadonlyMap<string, StandingPoints> = new Map(
  Object.entries(points).map(([code, [functionPoints, riskPoints, maintenancePoints]]) => [
    code,
    { functionPoints, riskPoints, maintenancePoints },
  ]),
)
