import { unitFields } from '../../../kit/fields/field.ts'
import type { Words } from '../../../kit/words.ts'
import { device } from './device.ts'

const units = unitFields(device.fields)

/** The fields of a card that a change may be asked for: all that a draft may write but the device it hangs on, which has acts of its own. */
export const requestable: Readonly<Record<string, Words>> = Object.fromEntries(
  Object.entries(device.fields).flatMap(([name, field]) =>
    ('readOnly' in field && field.readOnly) || name === 'parent' || name === 'importNote' || units.has(name)
      ? []
      : [[name, { zh: field.zh, en: field.en }]],
  ),
)
