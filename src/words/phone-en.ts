import type { phoneZh } from './phone-zh.ts'

/** Free words of the phone in English: a missing key does not compile. */
export const phoneEn: Record<keyof typeof phoneZh, string> = {}
