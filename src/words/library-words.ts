import { say } from '#contract/kit/words.ts'
import { language } from '#src/data/language.ts'

/** Words that the component library holds in English only, by that English; the build (`scripts/vite/library-words.ts`) puts these in their place. */
export const libraryWords = {
  'Increase Value': { zh: '增大', en: 'Increase' },
  'Decrease Value': { zh: '减小', en: 'Decrease' },
  'Toggle start panel': { zh: '收起或展开左侧', en: 'Collapse or expand the left side' },
  'Toggle end panel': { zh: '收起或展开右侧', en: 'Collapse or expand the right side' },
  'segmented control': { zh: '选项', en: 'Options' },
  'Clear color': { zh: '清除颜色', en: 'Clear colour' },
  'Custom selection': { zh: '选择', en: 'Select rows' },
  Clear: { zh: '清除', en: 'Clear' },
  Close: { zh: '关闭', en: 'Close' },
  remove: { zh: '关闭', en: 'Close' },
  'Add tab': { zh: '新增标签', en: 'Add tab' },
  'expanded dropdown': { zh: '更多标签', en: 'More tabs' },
  'Select all': { zh: '全选', en: 'Select all' },
} as const

/** Icons that are all that a button of the library shows. */
const icons = {
  left: { zh: '上一页', en: 'Previous' },
  right: { zh: '下一页', en: 'Next' },
  'double-left': { zh: '向前翻页', en: 'Several pages back' },
  'double-right': { zh: '向后翻页', en: 'Several pages on' },
} as const

/** A word of the library in the chosen language. */
export const libraryWord = (english: keyof typeof libraryWords): string => say(libraryWords[english], language())

/**
 * What an icon of the library says to a screen reader: nothing, as the button around it has a name; the four that stand in buttons without one, and those
 * with a name of their own, do. The library gives every icon its English file name.
 */
export function iconFacts(name: string, given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (given['aria-label']) return { role: 'img' }
  return name in icons ? { role: 'img', 'aria-label': say(icons[name as keyof typeof icons], language()) } : { 'aria-hidden': true }
}
