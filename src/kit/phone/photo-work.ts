let photos = 0

/** Whether photos are being prepared for a form: a form sent earlier would miss them. */
export const isPreparingPhotos = (): boolean => photos > 0

/** Counts `n` photos as in work until the work ends. */
export async function preparing<T>(n: number, work: Promise<T>): Promise<T> {
  photos += n
  try {
    return await work
  } finally {
    photos -= n
  }
}
