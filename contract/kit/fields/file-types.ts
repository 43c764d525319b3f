import type { Words } from '../words.ts'

/** File types that a field may require, by their common name, with their MIME types. */
export const fileTypes = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  zip: 'application/zip',
} as const
export type FileType = keyof typeof fileTypes

/** The MIME types of file types. */
export const mimesOf = (types: readonly FileType[]): string[] => types.map((type) => fileTypes[type])

/** The message that a file has another type. */
export const onlyTypes = (types: readonly FileType[]): Words => ({
  zh: `只能上传${types.join('、')}文件`,
  en: `Only ${types.join(' and ')} files can be uploaded`,
})
