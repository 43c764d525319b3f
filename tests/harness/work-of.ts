/** Milliseconds of CPU time used by this process meanwhile: other load on the machine does not count. */
export const workOf = async (work: () => unknown): Promise<number> => {
  const begun = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}
