import { processRule } from '../../../kit/entity/process-rule.ts'

/** A keeper who leaves hands the cards over. */
export const cardHandOver = processRule({
  name: 'cardHandOver',
  zh: '设备交接',
  en: 'Device hand-over',
  touches: { device: ['change'] },
})

/** A card stands idle while it is stopped, and goes on as before with its last stop. */
export const deviceStopping = processRule({
  name: 'deviceStopping',
  zh: '设备停用与恢复',
  en: 'Taking devices out of service',
  touches: { device: ['placeStop', 'liftStop', 'stopUse', 'resumeUse'], deviceStop: ['add', 'change'] },
})

/** The command that loads a classification catalogue adds classes on behalf of no person. */
export const catalogueLoading = processRule({
  name: 'catalogueLoading',
  zh: '载入医疗器械分类目录',
  en: 'Classification catalogue loading',
  touches: { deviceClass: ['add'] },
})
