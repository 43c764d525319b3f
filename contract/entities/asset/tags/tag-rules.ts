import { processRule } from '../../../kit/entity/process-rule.ts'

/** A tag follows the RFID of a card, and who edits the card need not have entered the tag. */
export const tagOfCard = processRule({
  name: 'tagOfCard',
  zh: '标签随设备卡变更',
  en: 'Tag update with the device card',
  touches: { deviceTag: ['bind', 'unbind'] },
})
