import type { Words } from '#contract/kit/words.ts'
import { pictureFaults } from '#src/kit/nameplate/fact-words.ts'
import type { PlateFault } from '#src/kit/nameplate/plate-messages.ts'
import type { PdfFault } from './paper-pdf.ts'

export type PaperFault = PlateFault | PdfFault | 'noFacts'

export const paperWords = {
  reading: { zh: '正在识别文件', en: 'Reading the file' },
  facts: { zh: '文件上的信息', en: 'Facts in the file' },
  attach: { zh: '存为附件', en: 'Attach the file' },
  attached: { zh: '已存为附件', en: 'Attached' },
} as const satisfies Record<string, Words>

/** Why a file was not read. */
export const paperFaults: Readonly<Record<PaperFault, Words>> = {
  ...pictureFaults,
  locked: { zh: '这个 PDF 有密码，请先去掉密码再选', en: 'This PDF has a password: remove it first' },
  noPdf: { zh: '这个 PDF 已损坏，不能读取', en: 'This PDF is damaged and cannot be read' },
  tooLong: {
    zh: '这个 PDF 读取时间过长，已停止；请手工填写',
    en: 'Reading this PDF took too long and was stopped: fill in the form by hand',
  },
  noFacts: { zh: '文件中没有找到可用的信息，请手工填写', en: 'No facts were found in the file: fill in the form by hand' },
}
