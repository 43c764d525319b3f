import type { flowZh } from './flow-zh.ts'

/** The same words in English. */
export const flowEn: Record<keyof typeof flowZh, string> = {
  'flow.nothing': 'No approvals',
}
