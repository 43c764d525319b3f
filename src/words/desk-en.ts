import type { deskZh } from './desk-zh.ts'

/** Free words of the desk in English: a missing key does not compile. */
export const deskEn: Record<keyof typeof deskZh, string> = {}
