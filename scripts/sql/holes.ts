/** What stands in a statement for a value that only the running program knows. */
export const holeName = (index: number): string => `hole_${index}_`

/** Whether a name has such a part. */
export const isHole = (name: string): boolean => /hole_\d+_/.test(name)
