let photos = 0

/** Whether photos are being made ready for a form: what is sent before they are would go without them. */
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
