import { processRule } from '../../kit/process-rule.ts'

/** A keeper who leaves hands the cards over. */
export const cardHandOver = processRule({
  name: 'cardHandOver',
  zh: '设备交接',
  en: 'Hand-over of devices',
  touches: { device: ['change'] },
})
