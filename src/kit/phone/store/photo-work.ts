let photos = 0

/** Whether photos for a form are still being prepared; a form sent now would lack them. */
export const isPreparingPhotos = (): boolean => photos > 0

/** Counts `n` photos as being prepared until `work` ends. */
export async function preparing<T>(n: number, work: Promise<T>): Promise<T> {
  photos += n
  try {
    return await work
  } finally {
    photos -= n
  }
}
